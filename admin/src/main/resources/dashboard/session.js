/** Token and name of the user, for the lifetime of the tab. */

const TOKEN = 'hapax.token';
const ACTOR = 'hapax.actor';
const READS = 'hapax.reads-need-token';

export const session = {
  get token() {
    return sessionStorage.getItem(TOKEN) ?? '';
  },
  get actor() {
    return sessionStorage.getItem(ACTOR) ?? '';
  },
  /** Whether reads require the token, as on an instance that is reachable over the network. */
  get readsNeedToken() {
    return sessionStorage.getItem(READS) !== null;
  },
  requireTokenForReads() {
    sessionStorage.setItem(READS, 'yes');
  },
  signIn(token, actor) {
    sessionStorage.setItem(TOKEN, token);
    sessionStorage.setItem(ACTOR, actor);
    changed();
  },
  signOut() {
    sessionStorage.removeItem(TOKEN);
    changed();
  },
};

function changed() {
  document.dispatchEvent(new Event('hapax-session'));
}
