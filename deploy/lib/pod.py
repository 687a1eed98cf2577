"""Prepares what a pod of deploy/install/kubernetes starts with, and prints how, for a shell.

Usage: pod.py AUTHORITY FOLDER: writes the pod's volumes into the folder, as Kubernetes does, with the certificate of
the authority where the manifests have a sample.
"""
import json
import os
import pathlib
import re
import shlex
import sys
import urllib.parse

import yaml

AUTHORITY, FOLDER = map(pathlib.Path, sys.argv[1:])
INSTALL = pathlib.Path("deploy/install")
MANIFESTS = {
    (manifest["kind"], manifest["metadata"]["name"]): manifest
    for file in sorted((INSTALL / "kubernetes").glob("*.yaml")) for manifest in yaml.safe_load_all(file.read_text())}
POD = MANIFESTS["Deployment", "keiro"]["spec"]["template"]["spec"]
CONTAINER = POD["containers"][0]
GROUP = POD["securityContext"]["fsGroup"]


def tell(name, *words):
    print(f"{name}=({' '.join(shlex.quote(str(word)) for word in words)})")


def volume(source):
    """The files of a volume, or None for an empty folder, and their mode."""
    if "configMap" in source:
        named = source["configMap"]
        return MANIFESTS["ConfigMap", named["name"]]["data"], named.get("defaultMode", 0o644)
    if "secret" in source:
        named = source["secret"]
        data = MANIFESTS["Secret", named["secretName"]]["stringData"]
        return data, named.get("defaultMode", 0o644)
    return None, None


def write(folder, files, mode):
    folder.mkdir(parents=True)
    os.chown(folder, 0, GROUP)
    if files is None:
        folder.chmod(0o2777)
        return
    # Files of a volume are links, so that all of them change at once.
    (folder / "..data").mkdir()
    for name, text in files.items():
        file = folder / "..data" / name
        file.write_text(AUTHORITY.read_text() if "BEGIN CERTIFICATE" in text else text)
        os.chown(file, 0, GROUP)
        file.chmod(mode)
        (folder / name).symlink_to("..data/" + name)


sources = {source["name"]: source for source in POD["volumes"]}
mounts = []
for mount in CONTAINER["volumeMounts"]:
    files, mode = volume(sources[mount["name"]])
    write(FOLDER / mount["name"], files, mode)
    mounts += [FOLDER / mount["name"], mount["mountPath"], "ro" if mount.get("readOnly") else "rw"]
tell("mounts", *mounts)

rights = {**POD["securityContext"], **CONTAINER["securityContext"]}
words = ["--reuid", rights["runAsUser"], "--regid", rights["runAsGroup"], "--groups", GROUP]
if not rights["allowPrivilegeEscalation"]:
    words.append("--no-new-privs")
if rights["capabilities"] == {"drop": ["ALL"]}:
    words += ["--bounding-set", "-all", "--inh-caps", "-all"]
tell("rights", *words)
tell("root_mode", "ro" if rights["readOnlyRootFilesystem"] else "rw")
entry = re.search(r"^ENTRYPOINT (.*)$", (INSTALL / "Containerfile").read_text(), re.M)[1]
tell("start", *json.loads(entry), *CONTAINER["args"])
tell("grace", POD["terminationGracePeriodSeconds"])

ports = {port["name"]: port["containerPort"] for port in CONTAINER["ports"]}
tell("visitors", ports["http"])
probes = [CONTAINER[kind]["httpGet"] for kind in ["startupProbe", "readinessProbe", "livenessProbe"]]
tell("probes", *(f"{ports[probe['port']]}{probe['path']}" for probe in probes))

database = urllib.parse.urlsplit(MANIFESTS["Secret", "keiro"]["stringData"]["postgres"])
tell("database", database.hostname, database.port or 5432, database.username, database.password, database.path[1:])
