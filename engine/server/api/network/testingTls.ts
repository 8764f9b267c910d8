import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TlsFiles } from './createListener.ts';

/** Certificates for 127.0.0.1, each with its own key, made by no one whom anybody trusts. They are valid for a hundred years. */
const PAIRS = {
  first: {
    cert: `-----BEGIN CERTIFICATE-----
MIIBUzCB+qADAgECAhR05hVNe5Il1gOfn4RFYbwGS//f1zAKBggqhkjOPQQDAjAP
MQ0wCwYDVQQDDAR0ZXN0MCAXDTI2MTEyOTAyMTcyN1oYDzIxMjYxMTA1MDIxNzI3
WjAPMQ0wCwYDVQQDDAR0ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEEnox
YHZY3NF0FmeWODs/9RVP8BewoVK9702lh/Zxyyvw37QPyIBvYuDgjzls4SUG7Ice
JrmewCPw5/RYO1Qb7qMyMDAwDwYDVR0RBAgwBocEfwAAATAdBgNVHQ4EFgQUQtW6
kHcdsuP7/tCrbPqvI+6W+/kwCgYIKoZIzj0EAwIDSAAwRQIhAJEYQQZ+RxylGyyC
0LMv5iNW0cYVz2MG0+E6gcEWpg+fAiAQxBoZbUluXghw7T/qtQBrtPTikqnBZxqu
iJc62SnmKA==
-----END CERTIFICATE-----
`,
    key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQglegd0Vsa90wYq2ab
Z+BboFL2eCGIk1vCZNPpjZceezehRANCAAQSejFgdljc0XQWZ5Y4Oz/1FU/wF7Ch
Ur3vTaWH9nHLK/DftA/IgG9i4OCPOWzhJQbshx4muZ7AI/Dn9Fg7VBvu
-----END PRIVATE KEY-----
`,
  },
  second: {
    cert: `-----BEGIN CERTIFICATE-----
MIIBUjCB+qADAgECAhRAwH4JHEQuljXJVnM7XTKYSid0ijAKBggqhkjOPQQDAjAP
MQ0wCwYDVQQDDAR0ZXN0MCAXDTI2MTEyOTAyMTcyN1oYDzIxMjYxMTA1MDIxNzI3
WjAPMQ0wCwYDVQQDDAR0ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEgtf5
5TkgFukydL12KP8daurYg2ekl5dOhDb9MzxigYWVmmEVH4rA9vDA2A/CoSU/jVSa
FuF9ylaP5dLhpEXWLqMyMDAwDwYDVR0RBAgwBocEfwAAATAdBgNVHQ4EFgQU62UQ
vxTHaPBFcvjSUGbWzu03i1MwCgYIKoZIzj0EAwIDRwAwRAIgWyPNNxze7XXD6Se+
UIMwTBS9rEvYJOQ1NQUbuhAGFIwCIDjaw9Q7CPz86p/lllM3wZ/dy7VCTrb+oiGb
gfeqLzSX
-----END CERTIFICATE-----
`,
    key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgkMA174WCZZUC3DL7
rDUIkPsWCtVlFMo7qIIUeu198VWhRANCAASC1/nlOSAW6TJ0vXYo/x1q6tiDZ6SX
l06ENv0zPGKBhZWaYRUfisD28MDYD8KhJT+NVJoW4X3KVo/l0uGkRdYu
-----END PRIVATE KEY-----
`,
  },
} as const;

/** Writes a certificate for 127.0.0.1 and its key into a folder. */
export function writeTls(folder: string, name: keyof typeof PAIRS): TlsFiles {
  const files = { cert: path.join(folder, `${name}.crt`), key: path.join(folder, `${name}.key`) };
  writeFileSync(files.cert, PAIRS[name].cert);
  writeFileSync(files.key, PAIRS[name].key);
  return files;
}
