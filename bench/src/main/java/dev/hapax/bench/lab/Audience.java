package dev.hapax.bench.lab;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Clients and a visitor of the dashboard that read from an instance while it works. */
public final class Audience implements AutoCloseable {

    /** Who it is made of. */
    public enum Kind {
        /** A turn without an audience, to show how much chance contributes. */
        NOBODY(false, false),
        /** Clients of its events. */
        CLIENTS(true, false),
        /** Somebody who opens the dashboard every second. */
        VISITOR(false, true),
        EVERYONE(true, true);

        private final boolean clients;
        private final boolean visitor;

        Kind(boolean clients, boolean visitor) {
            this.clients = clients;
            this.visitor = visitor;
        }

        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final AtomicReference<@Nullable String> failure = new AtomicReference<>();
    private @Nullable Watchers watchers;
    private @Nullable Visitor visitor;

    private Audience() {}

    /** @param clients how many, where there are any */
    static Audience enter(Kind kind, URI instance, int clients) {
        Audience audience = new Audience();
        if (kind.clients) {
            audience.watchers = Watchers.connect(instance, clients, () -> audience.fail("a client was let go"));
        }
        if (kind.visitor) {
            audience.visitor = Visitor.begin(instance, audience::fail);
        }
        return audience;
    }

    private void fail(String why) {
        failure.compareAndSet(null, why);
    }

    /** Fails if the audience has lost a client: the measurement would mean nothing. */
    void requirePresent() {
        String why = failure.get();
        if (why != null) {
            throw new ContenderException(why);
        }
    }

    /** What its clients were sent so far. */
    long bytes() {
        return watchers == null ? 0 : watchers.bytes();
    }

    @Override
    public void close() {
        if (visitor != null) {
            visitor.close();
        }
        if (watchers != null) {
            watchers.close();
        }
    }

    /** Opens the dashboard every second: the page, then everything that it loads before its events. */
    static final class Visitor implements AutoCloseable {

        private static final List<String> PATHS =
                List.of("", "api/status", "api/stats?scope=group", "api/alerts?limit=100", "api/quarantine?limit=50");
        private static final Duration PATIENCE = Duration.ofSeconds(30);

        private final HttpClient http =
                HttpClient.newBuilder().connectTimeout(PATIENCE).build();
        private final URI instance;
        private final Consumer<String> onFailure;
        private final CountDownLatch enough = new CountDownLatch(1);
        private final Thread thread = new Thread(this::visit, "visitor");

        private Visitor(URI instance, Consumer<String> onFailure) {
            this.instance = instance;
            this.onFailure = onFailure;
        }

        /** @param onFailure is called with the reason when a request fails */
        static Visitor begin(URI instance, Consumer<String> onFailure) {
            Visitor visitor = new Visitor(instance, onFailure);
            visitor.thread.setDaemon(true);
            visitor.thread.start();
            return visitor;
        }

        private void visit() {
            try {
                while (!enough.await(1, TimeUnit.SECONDS)) {
                    for (String path : PATHS) {
                        load(instance.resolve(path));
                    }
                }
            } catch (IOException e) {
                if (enough.getCount() > 0) {
                    onFailure.accept(e.toString());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void load(URI address) throws IOException, InterruptedException {
            int status = http.send(
                            HttpRequest.newBuilder(address).timeout(PATIENCE).build(), BodyHandlers.discarding())
                    .statusCode();
            if (status != 200) {
                throw new IOException(address + " was answered with " + status);
            }
        }

        @Override
        public void close() {
            enough.countDown();
        }
    }
}
