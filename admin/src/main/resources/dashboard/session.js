/** Token and name of the user, for the lifetime of the tab. */

const TOKEN = 'hapax.token';
const ACTOR = 'hapax.actor';
const ROLES = 'hapax.roles';
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
  /** The roles of the user, such as `approver`; null if they are not known. */
  get roles() {
    return JSON.parse(sessionStorage.getItem(ROLES) ?? 'null');
  },
  /** @param {string[] | null} [roles] null if they are not known */
  signIn(token, actor, roles = null) {
    sessionStorage.setItem(TOKEN, token);
    sessionStorage.setItem(ACTOR, actor);
    sessionStorage.setItem(ROLES, JSON.stringify(roles));
    changed();
  },
  /**
   * Signs in by an address such as `#sign-in=TOKEN&name=NAME`. Browsers do not send the part after the # to servers.
   *
   * @returns whether the address was such a link; it must not stay in the address bar
   */
  signInByLink(hash) {
    const link = new URLSearchParams(hash.replace(/^#/, ''));
    const token = link.get('sign-in');
    if (!token) {
      return false;
    }
    // A link that somebody sends must not replace the token that the user has.
    if (!this.token) {
      this.signIn(token, link.get('name') ?? '');
    }
    return true;
  },
  signOut() {
    sessionStorage.removeItem(TOKEN);
    sessionStorage.removeItem(ROLES);
    changed();
  },
};

function changed() {
  document.dispatchEvent(new Event('hapax-session'));
}
