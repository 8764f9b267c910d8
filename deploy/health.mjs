// The health check of the container: asks the server in it whether it takes runs, over http, or over https where it has a certificate. That is for a
// public name, and is not checked here: the request stays inside of the container. Another port than 4700 is the first argument.
import { get as getHttp } from 'node:http';
import { get as getHttps } from 'node:https';

const [, , port = '4700'] = process.argv;

/**
 * @param {typeof getHttp | typeof getHttps} get
 * @param {string} scheme
 * @returns {Promise<boolean>}
 */
function isReady(get, scheme) {
  return new Promise((resolve, reject) => {
    get(`${scheme}://127.0.0.1:${port}/ready`, { rejectUnauthorized: false }, ({ statusCode }) =>
      resolve(statusCode === 200),
    ).on('error', reject);
  });
}

isReady(getHttp, 'http')
  .catch(() => isReady(getHttps, 'https'))
  .then(
    (ready) => process.exit(ready ? 0 : 1),
    () => process.exit(1),
  );
