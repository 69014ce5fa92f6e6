/** The quarantine reasons and case states of the instance: the page has no list of its own. */

import { get, path } from './api.js';

let loading = null;

/**
 * Loaded once; after a failure, the next call tries again.
 *
 * @returns {Promise<{reasons: {reason: string, disposition: string, description: string, nextAction: string, advice: string}[],
 *     states: {state: string, resolved: boolean}[]}>}
 */
export function catalog() {
  loading ??= get(path(['catalog'])).catch((problem) => {
    loading = null;
    throw problem;
  });
  return loading;
}

/** The entry of a reason; empty for a reason that the version of the instance does not have. */
export function reasonOf({ reasons }, name) {
  return reasons.find(({ reason }) => reason === name) ?? {};
}
