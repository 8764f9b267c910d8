import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TlsFiles } from './readTls.ts';

/** Makes a certificate for 127.0.0.1 with a key of its own, in files of a folder that begin with a name. */
export function makeTls(folder: string, name: string, days = 30): TlsFiles {
  const files = { cert: path.join(folder, `${name}.crt`), key: path.join(folder, `${name}.key`) };
  const config = path.join(folder, `${name}.cnf`);
  writeFileSync(
    config,
    '[req]\nprompt = no\ndistinguished_name = dn\nx509_extensions = ext\n[dn]\nCN = test\n[ext]\nsubjectAltName = IP:127.0.0.1\n',
  );
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const out = ['-keyout', files.key, '-out', files.cert, '-days', String(days), '-config', config];
  execFileSync('openssl', ['req', '-x509', ...curve, ...out], { stdio: 'ignore' });
  return files;
}
