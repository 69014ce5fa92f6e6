package dev.hapax.admin.status;

import dev.hapax.admin.Peers;
import dev.hapax.admin.ProblemException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.apache.kafka.streams.state.HostInfo;

/** All instances of the application and how each is, asked of themselves, at most once a second. */
final class Instances implements AutoCloseable {

    private static final Duration HOLDS = Duration.ofSeconds(1);
    private static final int AT_ONCE = 8;

    private final Peers peers;
    private final Supplier<String> ownState;
    private final ExecutorService asking = Executors.newFixedThreadPool(AT_ONCE, task -> {
        Thread thread = new Thread(task, "admin-instances");
        thread.setDaemon(true);
        return thread;
    });
    private final Cached<List<Known>> cached = new Cached<>(HOLDS, this::ask);

    Instances(Peers peers, Supplier<String> ownState) {
        this.peers = peers;
        this.ownState = ownState;
    }

    /** One of them. */
    record Known(String address, boolean self, String state) {}

    List<Known> all() {
        return cached.get();
    }

    private List<Known> ask() {
        // All are asked before the first answer is waited for.
        List<CompletableFuture<Known>> answers = peers.others().stream()
                .map(peer -> CompletableFuture.supplyAsync(() -> known(peer), asking))
                .toList();
        List<Known> all = new ArrayList<>();
        all.add(new Known(Peers.address(peers.self()), true, ownState.get()));
        answers.forEach(answer -> all.add(answer.join()));
        all.sort(Comparator.comparing(Known::address));
        return all;
    }

    private Known known(HostInfo peer) {
        String state;
        try {
            state = peers.get(peer, "/health/live").path("state").asText("unknown");
        } catch (ProblemException e) {
            state = e.status() == 503 ? "ERROR" : "unreachable";
        }
        return new Known(Peers.address(peer), false, state);
    }

    @Override
    public void close() {
        asking.shutdownNow();
    }
}
