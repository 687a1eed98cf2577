"""The certificates of the servers, good and bad, by an authority of their own."""
import os
import subprocess

from answers import AASA


def openssl(*arguments):
    subprocess.run(["openssl", *arguments], check=True, capture_output=True)


def write(name, text):
    with open(name, "w", encoding="ascii") as file:
        file.write(text)


def make_key(name, subject, *kind):
    openssl("req", "-newkey", *(kind or ("ec", "-pkeyopt", "ec_paramgen_curve:P-256")), "-nodes",
            "-keyout", name + ".key", "-out", name + ".csr", "-subj", subject)


def sign(name, issuer, extensions, start="20190101000000Z", end="20990101000000Z"):
    """Apple's rules about the purpose and the length hold from July 2019 on, so the usual is older."""
    write(name + ".ext", extensions)
    openssl("ca", "-batch", "-notext", "-config", "ca.cnf", "-cert", issuer + ".pem", "-keyfile",
            issuer + ".key", "-in", name + ".csr", "-out", name + ".pem", "-startdate", start,
            "-enddate", end, "-extfile", name + ".ext")


def make_certificates(folder):
    """Makes them, and a signed file, in the folder, which becomes the working one."""
    os.chdir(folder)
    write("ca.cnf", "[ca]\ndefault_ca = d\n[d]\ndatabase = index.txt\nnew_certs_dir = .\n"
          "default_md = sha256\npolicy = p\nunique_subject = no\nrand_serial = yes\n"
          "[p]\norganizationName = optional\ncommonName = supplied\n")
    write("index.txt", "")
    openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-keyout", "root.key", "-out", "root.pem", "-days", "30000", "-subj",
            "/O=Test Roots/CN=Test Root")
    make_key("intermediate", "/O=Test Authority/CN=Test Authority R1")
    sign("intermediate", "root", "basicConstraints = critical, CA:TRUE\nkeyUsage = keyCertSign\n")
    own = "subjectAltName = DNS:links.test, DNS:*.links.test\n"
    make_key("good", "/CN=links.test")
    sign("good", "intermediate", own)
    make_key("expired", "/CN=links.test")
    sign("expired", "intermediate", own, end="20210101000000Z")
    make_key("soon", "/CN=links.test")
    sign("soon", "intermediate", own, end="20981208000000Z")
    make_key("renewed", "/CN=links.test")
    sign("renewed", "intermediate", own, end="20990201000000Z")
    usage = "extendedKeyUsage = %sAuth\n"
    for name, extensions in (("long", usage % "server"), ("no-usage", ""), ("client", usage % "client")):
        make_key(name, "/CN=links.test")
        sign(name, "intermediate", own + extensions, start="20200101000000Z")
    make_key("other", "/CN=shop.test")
    sign("other", "intermediate", "subjectAltName = DNS:shop.test, DNS:www.shop.test\n")
    make_key("weak", "/CN=links.test", "rsa:1024")
    sign("weak", "intermediate", own)
    openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-keyout", "self.key", "-out", "self.pem", "-days", "30000", "-subj", "/CN=links.test",
            "-addext", "subjectAltName = DNS:links.test")
    write("plain.json", AASA.decode())
    openssl("cms", "-sign", "-nodetach", "-binary", "-in", "plain.json", "-signer", "good.pem",
            "-inkey", "good.key", "-outform", "DER", "-out", "signed.der")
    with open("intermediate.pem", encoding="ascii") as file:
        intermediate = file.read()
    for name in ("good", "expired", "soon", "renewed", "other", "weak", "self", "long", "no-usage",
                 "client"):
        with open(name + ".pem", encoding="ascii") as file:
            own = file.read()
        write(name + ".chain", own + (intermediate if name != "self" else ""))
        if name == "good":
            write("bare.chain", own)
