/** Places in the app as addresses of the page: the door of this slice of the session. */
export { copyAddress, followAddress } from './followAddress.ts';
export { followExample } from './followExample.ts';
export { followTemplate, forgetTemplate } from './followTemplate.ts';
