"""The manifests of the clusters page: their form, as the interfaces of KubeRay 1.5 and Kubernetes have it, and whether
they fit each other and what we test with. Only fields that we use are known here: a misspelt one is an error."""

from __future__ import annotations

import copy
import re
from pathlib import Path
from typing import Any

import pytest

jsonschema = pytest.importorskip("jsonschema", reason="the extra `ray` is not installed")
yaml = pytest.importorskip("yaml", reason="the extra `ray` is not installed")

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "agents" / "cluster" / "kubernetes"
Schema = dict[str, Any]


def record(needed: str, optional: str = "", **fields: Any) -> Schema:
    """An object with these fields and no others; those that are not described are strings."""
    known = {name: fields.get(name, TEXT) for name in (*needed.split(), *optional.split())}
    return {"type": "object", "properties": known, "required": needed.split(), "additionalProperties": False}


def many(of: Schema, least: int = 1) -> Schema:
    return {"type": "array", "items": of, "minItems": least}


TEXT: Schema = {"type": "string", "minLength": 1}
COUNT: Schema = {"type": "integer", "minimum": 0}
PORT: Schema = {"type": "integer", "minimum": 1, "maximum": 65535}
NAME: Schema = {"type": "string", "pattern": "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", "maxLength": 63}
QUANTITY: Schema = {"type": "string", "pattern": r"^[0-9]+(\.[0-9]+)?(m|Ki|Mi|Gi|Ti)?$"}
WORDS: Schema = {"type": "object", "additionalProperties": {"type": "string"}}
LABELS: Schema = {"type": "object", "additionalProperties": {"type": "string"}, "minProperties": 1}
RESOURCES = record(
    "requests limits", **dict.fromkeys(("requests", "limits"), record("cpu memory", cpu=QUANTITY, memory=QUANTITY))
)
SECRET = record("secretKeyRef", secretKeyRef=record("name key", name=NAME))
VARIABLE = {
    "oneOf": [record("name value"), record("name valueFrom", valueFrom=SECRET)],
}
CONTAINER = record(
    "name image resources",
    "ports command args env volumeMounts",
    name=NAME,
    ports=many(record("containerPort name", containerPort=PORT, name=NAME)),
    command=many(TEXT),
    args=many(TEXT),
    env=many(VARIABLE),
    resources=RESOURCES,
    volumeMounts=many(record("name mountPath", name=NAME)),
)
POD = record(
    "containers",
    "restartPolicy securityContext terminationGracePeriodSeconds volumes",
    containers=many(CONTAINER),
    restartPolicy={"enum": ["Never", "OnFailure"]},
    securityContext=record("fsGroup", fsGroup=COUNT),
    terminationGracePeriodSeconds=COUNT,
    volumes=many(record("name persistentVolumeClaim", persistentVolumeClaim=record("claimName", claimName=NAME))),
)
TEMPLATE = record("spec", "metadata", spec=POD, metadata=record("labels", labels=LABELS))
METADATA = record("name", "labels", name=NAME, labels=LABELS)
HEAD = record("rayStartParams template", rayStartParams=WORDS, template=TEMPLATE)
WORKERS = record(
    "groupName replicas minReplicas maxReplicas rayStartParams template",
    groupName=NAME,
    replicas=COUNT,
    minReplicas=COUNT,
    maxReplicas=COUNT,
    rayStartParams=WORDS,
    template=TEMPLATE,
)
CLUSTER = record(
    "rayVersion authOptions enableInTreeAutoscaling autoscalerOptions headGroupSpec workerGroupSpecs",
    authOptions=record("mode", mode={"enum": ["disabled", "token"]}),
    enableInTreeAutoscaling={"type": "boolean"},
    autoscalerOptions=record("idleTimeoutSeconds", idleTimeoutSeconds=COUNT),
    headGroupSpec=HEAD,
    workerGroupSpecs=many(WORKERS),
)
CLAIM = record(
    "accessModes resources",
    accessModes=many({"enum": ["ReadWriteOnce", "ReadWriteMany"]}),
    resources=record("requests", requests=record("storage", storage=QUANTITY)),
)
PEER = record(
    "podSelector", "namespaceSelector", podSelector=record("matchLabels", matchLabels=LABELS), namespaceSelector=WORDS
)
RULE = record("from", "ports", **{"from": many(PEER), "ports": many(record("protocol port", port=PORT))})
POLICY = record(
    "podSelector policyTypes ingress",
    podSelector=record("matchLabels", matchLabels=LABELS),
    policyTypes=many({"enum": ["Ingress", "Egress"]}),
    ingress=many(RULE),
)
KINDS = {
    ("ray.io/v1", "RayCluster"): CLUSTER,
    ("batch/v1", "Job"): record("backoffLimit template", backoffLimit=COUNT, template=TEMPLATE),
    ("v1", "PersistentVolumeClaim"): CLAIM,
    ("networking.k8s.io/v1", "NetworkPolicy"): POLICY,
}


def check(manifest: dict[str, Any]) -> None:
    spec = KINDS[manifest["apiVersion"], manifest["kind"]]
    jsonschema.validate(manifest, record("apiVersion kind metadata spec", metadata=METADATA, spec=spec))


def manifests() -> dict[str, dict[str, Any]]:
    """By kind."""
    every = [one for path in sorted(FOLDER.glob("*.yaml")) for one in yaml.safe_load_all(path.read_text("utf-8"))]
    found = {one["kind"]: one for one in every}
    assert len(found) == len(every) == len(KINDS)
    return found


@pytest.mark.parametrize("kind", [kind for _, kind in KINDS])
def test_manifests_have_the_form_of_their_kind(kind: str) -> None:
    check(manifests()[kind])


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("spec", "workerGroupSpec"), []),
        (("spec", "authOptions", "mode"), "none"),
        (("spec", "workerGroupSpecs", 0, "maxReplicas"), "32"),
        (("spec", "headGroupSpec", "rayStartParams", "num-cpus"), 0),
        (("metadata", "name"), "Rush_Envs"),
    ],
)
def test_what_is_wrong_is_found(path: tuple[Any, ...], value: Any) -> None:
    wrong = copy.deepcopy(manifests()["RayCluster"])
    place = wrong
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(jsonschema.ValidationError):
        check(wrong)


def pods() -> list[dict[str, Any]]:
    """Head, workers, and who holds the tournament."""
    cluster, job = manifests()["RayCluster"]["spec"], manifests()["Job"]["spec"]
    return [part["template"]["spec"] for part in (cluster["headGroupSpec"], *cluster["workerGroupSpecs"], job)]


def test_all_nodes_have_one_image_and_the_ray_that_we_test_with() -> None:
    assert len({container["image"] for pod in pods() for container in pod["containers"]}) == 1
    pinned = re.findall(r"^ray==(.+)$", (ROOT / "constraints.txt").read_text("utf-8"), re.MULTILINE)
    assert [manifests()["RayCluster"]["spec"]["rayVersion"]] == pinned


def test_the_tournament_finds_its_cluster() -> None:
    cluster, job = manifests()["RayCluster"], manifests()["Job"]["spec"]["template"]
    name, (head, *_, driver) = cluster["metadata"]["name"], (pod["containers"][0] for pod in pods())
    client = {port["name"]: port["containerPort"] for port in head["ports"]}["client"]
    assert f"ray://{name}-head-svc:{client}" in driver["args"]
    assert cluster["spec"]["headGroupSpec"]["rayStartParams"]["num-cpus"] == "0"
    secret = {one["name"]: one for one in driver["env"]}["RAY_AUTH_TOKEN"]["valueFrom"]["secretKeyRef"]
    assert secret == {"name": name, "key": "auth_token"}
    policy = manifests()["NetworkPolicy"]["spec"]
    assert policy["podSelector"]["matchLabels"] == {"ray.io/cluster": name}
    allowed = {
        port["port"]: rule["from"][0]["podSelector"] for rule in policy["ingress"] for port in rule.get("ports", [])
    }
    assert allowed[client]["matchLabels"] == job["metadata"]["labels"]
    claim = manifests()["PersistentVolumeClaim"]["metadata"]["name"]
    assert job["spec"]["volumes"] == [{"name": "results", "persistentVolumeClaim": {"claimName": claim}}]
    assert any(argument.startswith(driver["volumeMounts"][0]["mountPath"]) for argument in driver["args"])
