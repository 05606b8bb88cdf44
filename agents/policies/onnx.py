"""A policy as ONNX."""

from __future__ import annotations

from rush_envs.errors import MissingExtra

from .files import Policy


def onnx_bytes(policy: Policy) -> bytes:
    """A chain of Gemm and Relu nodes."""
    try:
        import onnx
        from onnx import TensorProto, helper, numpy_helper
    except ImportError:
        raise MissingExtra("export", "onnx") from None
    nodes, weights = [], []
    inner = "observation"
    for k, (matrix, biases) in enumerate(policy.layers):
        last = k == len(policy.layers) - 1
        outer = "logits" if last else f"sum{k}"
        weights += [numpy_helper.from_array(part, f"{kind}{k}") for kind, part in (("w", matrix), ("b", biases))]
        nodes.append(helper.make_node("Gemm", [inner, f"w{k}", f"b{k}"], [outer]))
        if not last:
            inner = f"hidden{k}"
            nodes.append(helper.make_node("Relu", [outer], [inner]))
    sizes = {"observation": policy.game.observation.size, "logits": policy.game.actions.size}
    seen, logits = (
        helper.make_tensor_value_info(name, TensorProto.FLOAT, ["batch", size]) for name, size in sizes.items()
    )
    graph = helper.make_graph(nodes, policy.game.id, [seen], [logits], weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.checker.check_model(model)
    return bytes(model.SerializeToString())
