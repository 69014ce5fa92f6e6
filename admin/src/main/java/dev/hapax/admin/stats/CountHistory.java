package dev.hapax.admin.stats;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Counts as they stood at points in time: every second of the last five minutes, every minute of the last hour, every hour of the
 * last day. What happened in between is their difference, so no point that is missed is an error.
 */
final class CountHistory {

    private static final int SECONDS = 300;
    private static final long TOLERANCE = 500;

    private final List<Track> tracks =
            List.of(new Track(1_000, SECONDS), new Track(60_000, 60), new Track(3_600_000, 24));
    private Point latest;

    /** @param start when counting began, in ms */
    CountHistory(long start) {
        this.latest = new Point(start, MessageCounts.NONE);
        tracks.forEach(track -> track.add(latest));
    }

    /** How the counts stood at a time, in ms. */
    record Point(long at, MessageCounts counts) {}

    synchronized void add(long at, MessageCounts counts) {
        latest = new Point(at, counts);
        tracks.forEach(track -> track.add(latest));
    }

    synchronized Point latest() {
        return latest;
    }

    /** What happened within that time, or since the beginning where that is shorter ago. */
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

    /** What happened in each of the last seconds, the oldest first. */
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

    /** What happened within some milliseconds. */
    record Span(MessageCounts counts, long millis) {

        /** So many a second. */
        double rate(long count) {
            return millis <= 0 ? 0 : Math.round(count * 1_000_000.0 / millis) / 1_000.0;
        }
    }

    /** Points about so far apart, as many as are needed for so many steps. */
    private static final class Track {

        private final long step;
        private final int steps;
        private final Deque<Point> points = new ArrayDeque<>();

        Track(long step, int steps) {
            this.step = step;
            this.steps = steps;
        }

        void add(Point point) {
            // A timer is never exact to the millisecond.
            if (points.isEmpty() || point.at - points.getLast().at >= step - TOLERANCE) {
                points.addLast(point);
            }
            while (points.size() > steps + 1) {
                points.removeFirst();
            }
        }
    }
}
