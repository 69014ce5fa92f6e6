/** Instances, their tasks, and the restore progress of their stores. */

import { get, path } from '../api.js';
import { h, show } from '../dom.js';
import { count, plural } from '../format.js';
import {
  badge,
  code,
  empty,
  facts,
  failure,
  list,
  load,
  loading,
  panel,
  progress,
  redraw,
  table,
  when,
} from '../parts.js';

/** @param {import('../app.js').Visit} visit */
export function instancesView({ feed, signal }) {
  const place = h('div', { class: 'stack' }, loading());
  const draw = () => redraw(place, picture(feed.status));
  const refresh = () => feed.refreshStatus().catch((problem) => feed.status || show(place, failure(problem, refresh)));
  const topology = h('div');
  const describe = h(
    'details',
    {
      class: 'panel',
      ontoggle: () =>
        topology.childElementCount > 0 || load(topology, () => get(path(['topology']), signal), described),
    },
    h('summary', null, h('h2', null, 'Topology')),
    topology,
  );
  feed.addEventListener('status', draw, { signal });
  if (feed.status) {
    draw();
  } else {
    refresh();
  }
  return [place, describe];
}

function picture(status) {
  return [
    h(
      'div',
      { class: 'cards' },
      status.instances.map((instance) => card(instance, status)),
    ),
    restore(status.restore),
    h('div', { class: 'columns even' }, threads(status), lag(status.lag)),
  ];
}

function card(instance, status) {
  const tasks = status.tasks.filter((task) => task.instance === instance.address);
  return h(
    'section',
    { class: 'panel instance' },
    h('div', { class: 'panel-head' }, h('h2', null, code(instance.address)), badge(instance.state)),
    instance.self &&
      facts([
        ['Application', status.application],
        ['Started', when(status.started)],
        ['Hapax', status.version],
        ['Kafka', status.kafka],
        ['Java', status.java],
      ]),
    !instance.self && another(instance),
    h('h3', null, plural(tasks.length, 'task', 'tasks')),
    tasks.length === 0
      ? empty(instance.state === 'unreachable' ? 'This instance does not answer.' : 'No tasks at the moment.')
      : h('ul', { class: 'tasks' }, tasks.map(task)),
  );
}

/** Reported by the instance itself; nothing if it does not answer. */
function another({ version, threads, restore }) {
  if (!version || !threads || !restore) {
    return h('p', { class: 'muted' }, 'No details from this instance.');
  }
  const sum = (field) => restore.stores.reduce((all, store) => all + store[field], 0);
  return facts([
    ['Hapax', version],
    ['Threads', threads.map((thread) => thread.state).join(', ') || 'none'],
    ['Restoring', restore.running ? `${count(sum('restored'))} of ${count(sum('total'))} entries` : 'nothing'],
  ]);
}

function task({ id, active, partitions }) {
  return h(
    'li',
    { class: active ? 'task' : 'task standby' },
    h('div', null, h('strong', null, id), ' ', h('span', { class: 'muted' }, active ? 'active' : 'standby')),
    partitions.map((partition) => h('span', null, partition)),
  );
}

function restore({ running, stores }) {
  const open = stores.filter(({ restored, total }) => restored < total);
  if (!running && open.length === 0) {
    return panel('Restoring', empty('All stores are restored.'));
  }
  return panel(
    'Restoring',
    list(
      table(
        {
          title: 'Restoring',
          columns: [
            { name: 'Store', of: (store) => store.store },
            { name: 'Partition', numeric: true, of: (store) => store.partition },
            {
              name: 'Progress',
              wide: true,
              of: (store) => progress(`${store.store} ${store.partition}`, store.restored, store.total),
            },
            { name: 'Entries', numeric: true, of: (store) => `${count(store.restored)} of ${count(store.total)}` },
          ],
        },
        stores,
      ),
    ),
  );
}

function threads(status) {
  return panel(
    'Threads of this instance',
    list(
      table(
        {
          title: 'Threads',
          columns: [
            { name: 'Thread', wide: true, of: (thread) => code(thread.name) },
            { name: 'State', of: (thread) => badge(thread.state) },
            { name: 'Active', of: (thread) => thread.activeTasks.join(', ') || '–' },
            { name: 'Standby', of: (thread) => thread.standbyTasks.join(', ') || '–' },
          ],
        },
        status.threads,
      ),
    ),
  );
}

function lag({ total, partitions }) {
  if ((total ?? null) === null) {
    return panel('Lag: –', empty('Unknown: no answer from the brokers.'));
  }
  const waiting = partitions.filter((each) => each.lag > 0).sort((a, b) => b.lag - a.lag);
  return panel(
    `Lag: ${count(total)}`,
    waiting.length === 0
      ? empty(`No messages waiting in ${plural(partitions.length, 'partition', 'partitions')}.`)
      : table(
          {
            title: 'Lag by partition',
            columns: [
              { name: 'Partition', wide: true, of: (each) => code(each.partition) },
              { name: 'Waiting', numeric: true, of: (each) => count(each.lag) },
            ],
          },
          waiting,
        ),
  );
}

function described({ description }) {
  return h('pre', { tabindex: '0' }, description);
}
