import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';

/** A WebSocket controlled by the test. */
class FakeWebSocket {
  static opened = [];

  constructor(url, protocols) {
    this.from = new URL(url).searchParams.get('from');
    this.protocols = protocols;
    FakeWebSocket.opened.push(this);
  }

  say(type, id, data = {}) {
    this.onmessage({ data: JSON.stringify({ type, id, data }) });
  }

  drop(reason = '') {
    this.onclose({ code: 1006, reason });
  }

  close() {}
}

const stored = new Map();
Object.assign(globalThis, {
  WebSocket: FakeWebSocket,
  location: { href: 'http://127.0.0.1:8090/', protocol: 'http:', host: '127.0.0.1:8090' },
  addEventListener() {},
  document: { addEventListener() {}, dispatchEvent() {} },
  sessionStorage: {
    getItem: (name) => stored.get(name) ?? null,
    setItem: (name, value) => stored.set(name, value),
    removeItem: (name) => stored.delete(name),
  },
});
const { Socket } = await import('../../main/resources/dashboard/socket.js');
const { session } = await import('../../main/resources/dashboard/session.js');

let last;
let states;
let socket;

beforeEach(() => {
  FakeWebSocket.opened = [];
  stored.clear();
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  last = 'start';
  states = [];
  socket = new Socket(
    async () => last,
    (event) => (last = event.id),
    ({ state }) => states.push(state),
  );
});

afterEach(() => mock.timers.reset());

/** Runs pending promises. */
const settle = () => new Promise((resolve) => setImmediate(resolve));
const newest = () => FakeWebSocket.opened.at(-1);

test('resumes after the last event', async () => {
  await socket.open();
  newest().say('hello', 'start');
  newest().say('alert', 'seven');
  newest().drop();
  assert.equal(socket.connection.state, 'down');

  mock.timers.tick(1_000);
  await settle();

  assert.equal(FakeWebSocket.opened.length, 2);
  assert.equal(newest().from, 'seven');
  newest().say('hello', 'seven');
  assert.deepEqual(states, ['connecting', 'live', 'down', 'connecting', 'live']);
});

test('waits longer after each failure, and retries at once on request', async () => {
  await socket.open();
  for (let failures = 0; failures < 8; failures += 1) {
    newest().drop();
    mock.timers.tick(20_000);
    await settle();
  }
  newest().drop();
  const wait = socket.connection.retryAt - Date.now();
  assert.ok(wait >= 11_000 && wait <= 19_000, `${wait} ms`);

  const before = FakeWebSocket.opened.length;
  socket.retryNow();
  await settle();
  assert.equal(FakeWebSocket.opened.length, before + 1);
});

test('asks the instance for the error after a rejection without a close frame', async () => {
  const asked = [];
  const problem = Object.assign(new Error('This instance is stopping.'), { status: 503 });
  let answer = () => last;
  socket = new Socket(
    async (unheard) => {
      asked.push(unheard);
      return answer(unheard);
    },
    () => {},
    () => {},
  );
  const again = async () => {
    mock.timers.tick(20_000);
    await settle();
  };
  await socket.open();
  newest().drop();
  answer = () => {
    throw problem;
  };
  await again();
  assert.equal(socket.connection.why, 'This instance is stopping.');
  assert.equal(FakeWebSocket.opened.length, 1);

  answer = () => last;
  await again();
  newest().say('hello', 'start');
  newest().drop();
  await again();
  assert.deepEqual(asked, [false, true, true, false]);
});

test('does not retry until the user signs in', async () => {
  let locked = true;
  socket = new Socket(
    async () => {
      if (locked) {
        throw Object.assign(new Error('No valid token'), { status: 401 });
      }
      return last;
    },
    () => {},
    ({ state }) => states.push(state),
  );
  await socket.open();
  mock.timers.tick(600_000);
  await settle();
  assert.deepEqual(states, ['connecting', 'locked']);

  locked = false;
  socket.retryNow();
  await settle();
  newest().say('hello', 'start');
  assert.deepEqual(states, ['connecting', 'locked', 'connecting', 'live']);
});

test('treats silence as a lost connection, and ignores later events', async () => {
  await socket.open();
  const silent = newest();
  silent.say('hello', 'start');

  mock.timers.tick(10_000);
  silent.say('alert', 'too late');

  assert.equal(socket.connection.state, 'down');
  assert.equal(last, 'start');
});

test('shows the close reason', async () => {
  await socket.open();
  newest().drop('too slow: 512 events behind');

  assert.equal(socket.connection.why, 'too slow: 512 events behind');
});

test('sends the token only if reads require it', async () => {
  session.signIn('secret~token?>', 'ann');
  await socket.open();
  assert.deepEqual(newest().protocols, []);

  session.requireTokenForReads();
  await socket.open();
  assert.deepEqual(newest().protocols, ['hapax', 'bearer.c2VjcmV0fnRva2VuPz4']);
});
