/** Whether anything can be changed from here. */

/** @returns {string | null} why not */
export function writesOff(status) {
  return status?.writes === false
    ? 'Nothing can be changed from here: this instance was started without a token (admin.token). The command line does the same.'
    : null;
}
