package dev.hapax.campaign;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a campaign sends, and how. It does not change after the campaign is created, and an approval covers its SHA-256.
 *
 * @param channel a mail channel of {@code delivery.channels}
 * @param from the header From; null for the sender of the channel
 * @param subject a Mustache template, as are the next two
 * @param text the plain part
 * @param html the HTML part; null for none
 * @param headers further headers by name, each a template
 * @param unsubscribe whether mails have the headers for one-click unsubscribe
 * @param notBefore nothing is sent before this time, in epoch milliseconds; 0 for as soon as it starts
 * @param expires nothing is sent after this time, in epoch milliseconds; 0 for {@code delivery.longest-wait} after the load
 * @param pacing how fast it sends
 * @param createdAt epoch milliseconds; the Date of its mails where {@code notBefore} is 0
 */
public record CampaignDefinition(
        String channel,
        @Nullable String from,
        String subject,
        String text,
        @Nullable String html,
        Map<String, String> headers,
        boolean unsubscribe,
        long notBefore,
        long expires,
        CampaignPacing pacing,
        long createdAt) {

    public CampaignDefinition {
        Objects.requireNonNull(channel, "channel");
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(text, "text");
        headers = Collections.unmodifiableMap(new TreeMap<>(headers));
    }

    /**
     * How fast a campaign sends. All limits hold for the whole application.
     *
     * @param rate attempts, such as {@code 10/s}; null for no limit
     * @param domainRate attempts for each domain of a recipient; null for no limit
     * @param dailyCap attempts in a day of UTC; 0 for no limit
     * @param warmUp the daily caps of the first days after the start; {@code dailyCap} counts after them
     * @param quietHours when nothing is sent; null for never
     * @param pauseAbove the share of refused attempts, from 0 to 1, above which the campaign pauses itself
     */
    public record CampaignPacing(
            @Nullable String rate,
            @Nullable String domainRate,
            int dailyCap,
            List<Integer> warmUp,
            @Nullable QuietHours quietHours,
            double pauseAbove) {

        public CampaignPacing {
            warmUp = List.copyOf(warmUp);
        }

        /** @param day since the start, from 0 */
        public int capOfDay(long day) {
            return day >= 0 && day < warmUp.size() ? warmUp.get((int) day) : dailyCap;
        }
    }

    /**
     * A time of each day in which nothing is sent.
     *
     * @param from such as {@code 22:00}
     * @param to such as {@code 07:00}; before {@code from} for a night
     * @param zone a time zone, such as {@code Europe/Berlin}
     */
    public record QuietHours(String from, String to, String zone) {

        /** @throws IllegalArgumentException when one of them can't be read */
        public QuietHours {
            try {
                boolean isEmpty = LocalTime.parse(from).equals(LocalTime.parse(to));
                ZoneId known = ZoneId.of(zone);
                if (isEmpty) {
                    throw new IllegalArgumentException("quiet-hours: from and to are both " + from + " in " + known);
                }
            } catch (DateTimeException e) {
                throw new IllegalArgumentException(
                        "quiet-hours: '" + from + "', '" + to + "', '" + zone
                                + "' must be two times such as 22:00 and a time zone such as Europe/Berlin",
                        e);
            }
        }

        /** @param time in epoch milliseconds */
        public boolean include(long time) {
            LocalTime clock = Instant.ofEpochMilli(time).atZone(ZoneId.of(zone)).toLocalTime();
            LocalTime start = LocalTime.parse(from);
            LocalTime end = LocalTime.parse(to);
            boolean started = !clock.isBefore(start);
            boolean ended = !clock.isBefore(end);
            return start.isBefore(end) ? started && !ended : started || !ended;
        }
    }

    /** The same, created at another time. */
    public boolean isSameAs(CampaignDefinition other) {
        return createdAt(other.createdAt).equals(other);
    }

    public CampaignDefinition createdAt(long time) {
        return new CampaignDefinition(
                channel, from, subject, text, html, headers, unsubscribe, notBefore, expires, pacing, time);
    }
}
