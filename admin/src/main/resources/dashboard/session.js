/** Who sits before this page: token and name, for as long as the tab lives. */

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
  /** Whether even looking needs the token, as it does when the instance listens beyond loopback. */
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
