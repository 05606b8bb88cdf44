"""A policy as ONNX."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from rush_envs.errors import MissingExtra

from .files import Policy
from .scoring import words_of
from .sums import LEAK


class Graph:
    """Nodes and weights, as they are needed."""

    def __init__(self, helper: Any, from_array: Callable[[np.ndarray, str], Any]) -> None:
        self.helper, self.from_array = helper, from_array
        self.nodes: list[Any] = []
        self.weights: list[Any] = []

    def add(self, kind: str, *inputs: str | np.ndarray, to: str = "", **options: Any) -> str:
        """A node of that kind; arrays among its inputs become weights. Returns the name of its output."""
        names = []
        for value in inputs:
            if isinstance(value, np.ndarray):
                name = f"weights{len(self.weights)}"
                self.weights.append(self.from_array(value, name))
                names.append(name)
            else:
                names.append(value)
        output = to or f"inner{len(self.nodes)}"
        self.nodes.append(self.helper.make_node(kind, names, [output], **options))
        return output

    def layer(self, inputs: str, weights: np.ndarray, biases: np.ndarray, leak: float = 0.0) -> str:
        return self.add("LeakyRelu", self.add("Add", self.add("MatMul", inputs, weights), biases), alpha=leak)


def plain(graph: Graph, policy: Policy) -> dict[str, list[Any]]:
    """`observation` (batch, F) to `logits` (batch, A) and `worth` (batch,)."""
    w, inner = policy.network.arrays, "observation"
    for k in range(len(policy.network.hidden)):
        inner = graph.layer(inner, w[f"w{k}"], w[f"b{k}"])
    graph.add("Add", graph.add("MatMul", inner, w["actor"].T.copy()), w["actor_biases"], to="logits")
    graph.add("Add", graph.add("MatMul", inner, w["critic"]), w["critic_biases"], to="worth")
    sizes = {"observation": policy.game.observation.size, "logits": policy.game.actions.size}
    return {name: ["batch", size] for name, size in sizes.items()} | {"worth": ["batch"]}


def scoring(graph: Graph, policy: Policy) -> dict[str, list[Any]]:
    """`observation` (F,), `changes` (n, F) and ids `actions` (n,) of n actions to `logits` (n,) and `worth` (1,)."""
    w, words = policy.network.arrays, words_of(policy.game)
    own = np.where(words[..., None] < 0, 0, w["words"][words]).sum(axis=1).astype(np.float32)
    sums = graph.add("Add", graph.add("MatMul", "observation", w["features"]), w["biases"])
    changed = graph.add("Add", graph.add("MatMul", "changes", w["features"]), sums)
    first = graph.add("Relu", graph.add("Add", changed, graph.add("Gather", own, "actions")))
    second = graph.layer(first, w["score_layer"], w["score_biases"], float(LEAK))
    graph.add("MatMul", second, w["score"] + w["gain"], to="logits")
    judged = graph.add("Add", graph.add("MatMul", "observation", w["worth_features"]), w["worth_sums"])
    inner = graph.layer(graph.add("Relu", judged), w["worth_layer"], w["worth_biases"], float(LEAK))
    graph.add("Add", graph.add("MatMul", inner, w["worth"]), w["worth_bias"], to="worth")
    size = len(w["features"])
    return {"observation": [size], "changes": ["n", size], "actions": ["n"], "logits": ["n"], "worth": [1]}


KINDS = {"plain": plain, "scoring": scoring}
OUTPUTS = ("logits", "worth")


def onnx_bytes(policy: Policy) -> bytes:
    """The network of a policy; features are scaled to [0, 1], changes by the same scale."""
    try:
        import onnx
        from onnx import TensorProto, helper, numpy_helper
    except ImportError:
        raise MissingExtra("export", "onnx") from None
    graph = Graph(helper, numpy_helper.from_array)
    shapes = KINDS[policy.network.kind](graph, policy)
    told = {
        name: helper.make_tensor_value_info(name, TensorProto.INT64 if name == "actions" else TensorProto.FLOAT, shape)
        for name, shape in shapes.items()
    }
    inputs, outputs = ([told[name] for name in told if (name in OUTPUTS) == out] for out in (False, True))
    made = helper.make_graph(graph.nodes, policy.game.id, inputs, outputs, graph.weights)
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.checker.check_model(model)
    return bytes(model.SerializeToString())
