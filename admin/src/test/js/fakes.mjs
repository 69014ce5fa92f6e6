/** A minimal browser for building views, without layout. */

class FakeNode extends EventTarget {
  children = [];
  attributes = new Map();
  style = {};
  dataset = {};
  classList = { add() {}, toggle() {} };
  parentElement = null;
  isConnected = true;
  #typed = null;

  get childElementCount() {
    return this.children.length;
  }

  get rows() {
    return this.children;
  }

  /** The typed value; before that, the first option of a select, or the text of a textarea with LF line endings. */
  get value() {
    if (this.#typed !== null || this.tag === 'input') {
      return this.#typed ?? this.getAttribute('value') ?? '';
    }
    return this.tag === 'textarea' ? this.textContent.replace(/\r\n?/g, '\n') : this.children[0]?.getAttribute('value');
  }

  set value(text) {
    this.#typed = text;
  }

  get textContent() {
    return this.children.map((child) => child.textContent ?? child).join('');
  }

  set textContent(text) {
    this.children = [text];
  }

  setAttribute(name, value) {
    this.attributes.set(name, value);
  }

  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  append(...nodes) {
    nodes.forEach((node) => this.#adopt(node));
    this.children.push(...nodes);
  }

  prepend(...nodes) {
    nodes.forEach((node) => this.#adopt(node));
    this.children.unshift(...nodes);
  }

  replaceChildren(...nodes) {
    this.children = [];
    this.append(...nodes);
  }

  replaceWith(node) {
    const siblings = this.parentElement.children;
    siblings[siblings.indexOf(this)] = node;
    this.parentElement.#adopt(node);
  }

  remove() {
    this.parentElement.children = this.parentElement.children.filter((child) => child !== this);
  }

  #adopt(node) {
    if (node instanceof FakeNode) {
      node.parentElement = this;
    }
  }

  querySelector(tag) {
    return this.all(tag)[0] ?? null;
  }

  /** The elements of a tag, in document order. */
  all(tag) {
    return this.children
      .filter((child) => child instanceof FakeNode)
      .flatMap((child) => [...(child.tag === tag ? [child] : []), ...child.all(tag)]);
  }

  contains() {
    return false;
  }

  focus() {}

  showModal() {}

  close() {
    this.dispatchEvent(new Event('close'));
  }
}

export const built = (tag) => Object.assign(new FakeNode(), { tag });

/** Elements of index.html, created on first use. */
const byId = new Map();

export class FakeWebSocket {
  static latest;

  constructor(url) {
    this.from = new URL(url).searchParams.get('from');
    FakeWebSocket.latest = this;
  }

  say(type, data, id = 'token') {
    this.onmessage({ data: JSON.stringify({ type, id, data }) });
  }

  close() {}
}

/** The session storage. */
export const stored = new Map();

Object.assign(globalThis, {
  Node: FakeNode,
  HTMLSelectElement: class extends FakeNode {},
  WebSocket: FakeWebSocket,
  /** Everything has the same width, from the beginning. */
  ResizeObserver: class {
    constructor(resized) {
      this.resized = resized;
    }
    observe() {
      this.resized([{ contentRect: { width: 600 } }]);
    }
  },
  CSS: { escape: (text) => text },
  FormData: class extends Map {
    constructor() {
      super(['topic', 'start', 'from', 'to', 'where', 'rate', 'reason'].map((name) => [name, name === 'start' ? 'to-earliest' : '']));
    }
  },
  location: { href: 'http://127.0.0.1:8090/', protocol: 'http:', host: '127.0.0.1:8090' },
  addEventListener() {},
  document: {
    hidden: false,
    body: built('body'),
    activeElement: null,
    addEventListener() {},
    dispatchEvent() {},
    documentElement: built('html'),
    querySelectorAll: () => [],
    getElementById: (id) => byId.get(id) ?? byId.set(id, built('div')).get(id),
    createElement: built,
    createElementNS: (_, tag) => built(tag),
  },
  sessionStorage: {
    getItem: (name) => stored.get(name) ?? null,
    setItem: (name, value) => stored.set(name, value),
    removeItem: (name) => stored.delete(name),
  },
  localStorage: { getItem: () => null, setItem() {} },
});

/** Runs pending promises. */
export async function settle() {
  for (let i = 0; i < 20; i += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
