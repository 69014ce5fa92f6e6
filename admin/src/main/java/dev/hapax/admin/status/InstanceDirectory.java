package dev.hapax.admin.status;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hapax.admin.Background;
import dev.hapax.admin.Peers;
import dev.hapax.admin.ProblemException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;

/** All instances and their state, queried in parallel and at most once a second. */
final class InstanceDirectory implements AutoCloseable {

    private static final Duration HOLDS = Duration.ofSeconds(1);
    private static final int AT_ONCE = 8;

    /** Reported by an instance about itself, without queries to others. */
    static final String OF_ITSELF = "/api/status?scope=instance";

    private final Peers peers;
    private final Supplier<Known> own;
    private final ExecutorService asking = Executors.newFixedThreadPool(AT_ONCE, Background.threads("admin-instances"));
    private final Cached<List<Known>> cached = new Cached<>(HOLDS, this::ask);

    InstanceDirectory(Peers peers, Supplier<Known> own) {
        this.peers = peers;
        this.own = own;
    }

    /**
     * An instance.
     *
     * @param state unreachable if it did not answer
     * @param threads null, like the following ones, if not reported
     * @param decidesBy the newest version that it has of each source
     */
    record Known(
            String address,
            boolean self,
            String state,
            @Nullable String version,
            @Nullable JsonNode threads,
            @Nullable JsonNode restore,
            @Nullable JsonNode decidesBy) {

        private static Known silent(String address, String state) {
            return new Known(address, false, state, null, null, null, null);
        }
    }

    List<Known> all() {
        return cached.get();
    }

    private List<Known> ask() {
        // All queries are sent before the first response is awaited.
        List<CompletableFuture<Known>> answers = peers.others().stream()
                .map(peer -> CompletableFuture.supplyAsync(() -> known(peer), asking))
                .toList();
        List<Known> all = new ArrayList<>();
        all.add(own.get());
        answers.forEach(answer -> all.add(answer.join()));
        all.sort(Comparator.comparing(Known::address));
        return all;
    }

    private Known known(HostInfo peer) {
        String address = Peers.address(peer);
        try {
            JsonNode said = peers.get(peer, OF_ITSELF);
            return new Known(
                    address,
                    false,
                    said.path("state").asText("unknown"),
                    said.path("version").asText(null),
                    said.get("threads"),
                    said.get("restore"),
                    said.get("decidesBy"));
        } catch (ProblemException e) {
            if (e.title().equals(Peers.NOT_ALLOWED)) {
                return Known.silent(address, "not-allowed");
            }
            // An instance that rejects the token still answers the health check.
            String state = e.title().equals(Peers.UNREACHABLE) ? "unreachable" : health(peer);
            return Known.silent(address, state);
        }
    }

    private String health(HostInfo peer) {
        try {
            return peers.get(peer, "/health/live").path("state").asText("unknown");
        } catch (ProblemException e) {
            return e.status() == 503 ? "ERROR" : "unreachable";
        }
    }

    @Override
    public void close() {
        asking.shutdownNow();
    }

    /** A value cached for a while. While one caller refreshes it, the others get the previous one. */
    static final class Cached<T> {

        private final Supplier<T> source;
        private final long nanos;
        private final ReentrantLock asking = new ReentrantLock();
        private volatile @Nullable Answer<T> last;

        Cached(Duration holds, Supplier<T> source) {
            this.source = source;
            this.nanos = holds.toNanos();
        }

        private record Answer<T>(T value, long at) {}

        T get() {
            Answer<T> known = last;
            if (known != null && (isFresh(known) || !asking.tryLock())) {
                return known.value();
            }
            if (known == null) {
                asking.lock();
            }
            try {
                Answer<T> meanwhile = last;
                if (meanwhile != null && isFresh(meanwhile)) {
                    return meanwhile.value();
                }
                T answer = source.get();
                last = new Answer<>(answer, System.nanoTime());
                return answer;
            } finally {
                asking.unlock();
            }
        }

        private boolean isFresh(Answer<T> known) {
            return System.nanoTime() - known.at() <= nanos;
        }
    }
}
