package dev.hapax.admin.stats;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hapax.admin.AdminJson;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Samples of counters: every second of the last five minutes, every minute of the last hour, every hour of the last day. Rates
 * are differences of samples, so a missed sample is harmless.
 */
final class CountHistory {

    private static final int SECONDS = 300;
    private static final long TOLERANCE = 500;

    private final List<Track> tracks =
            List.of(new Track(1_000, SECONDS), new Track(60_000, 60), new Track(3_600_000, 24));
    private Point latest;

    /** @param start the start of counting, in ms */
    CountHistory(long start) {
        this.latest = new Point(start, MessageCounts.NONE);
        tracks.forEach(track -> track.add(latest));
    }

    /** Adds a sample at a time in ms. */
    record Point(long at, MessageCounts counts) {}

    synchronized void add(long at, MessageCounts counts) {
        latest = new Point(at, counts);
        tracks.forEach(track -> track.add(latest));
    }

    synchronized Point latest() {
        return latest;
    }

    /** The counts within a window, or since the start if that is shorter. */
    synchronized Span over(Duration window) {
        long from = latest.at - window.toMillis();
        Point first = latest;
        for (Track track : tracks) {
            for (Point point : track.points) {
                if (point.at >= from && point.at < first.at) {
                    first = point;
                }
            }
        }
        return new Span(latest.counts.minus(first.counts), latest.at - first.at);
    }

    /** The counts of each of the last seconds, oldest first. */
    synchronized List<Span> seconds() {
        List<Span> spans = new ArrayList<>();
        Point before = null;
        for (Point point : tracks.get(0).points) {
            if (before != null) {
                spans.add(new Span(point.counts.minus(before.counts), point.at - before.at));
            }
            before = point;
        }
        return spans;
    }

    /** The counts within some milliseconds. */
    record Span(MessageCounts counts, long millis) {

        /** Per second. */
        double rate(ToLongFunction<MessageCounts> which) {
            return millis <= 0 ? 0 : Math.round(which.applyAsLong(counts) * 1_000_000.0 / millis) / 1_000.0;
        }

        ObjectNode rates() {
            return AdminJson.object()
                    .put("read", rate(MessageCounts::read))
                    .put("admitted", rate(MessageCounts::admitted))
                    .put("duplicates", rate(MessageCounts::duplicates))
                    .put("redeliveries", rate(MessageCounts::redeliveries))
                    .put("quarantined", rate(MessageCounts::quarantined))
                    .put("alerts", rate(MessageCounts::alerts));
        }
    }

    /** Samples at a certain distance, for a number of steps. */
    private static final class Track {

        private final long step;
        private final int steps;
        private final Deque<Point> points = new ArrayDeque<>();

        Track(long step, int steps) {
            this.step = step;
            this.steps = steps;
        }

        void add(Point point) {
            // Timers are not exact to the millisecond.
            if (points.isEmpty() || point.at - points.getLast().at >= step - TOLERANCE) {
                points.addLast(point);
            }
            while (points.size() > steps + 1) {
                points.removeFirst();
            }
        }
    }
}
