package dev.hapax.config;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How many of something may happen in a length of time: {@code 10/s}, {@code 600/m}, {@code 5000/h}. */
public record Rate(int count, Duration per) {

    private static final Pattern TEXT = Pattern.compile("([1-9][0-9]{0,8})/([smh])");

    static final SettingType<Rate> TYPE = new SettingType<>("rate", Rate::parse, Rate::toString);

    /** @throws IllegalArgumentException with what it must be */
    public static Rate parse(String text) {
        Matcher matcher = TEXT.matcher(text.strip());
        if (!matcher.matches()) {
            throw new IllegalArgumentException("must be a rate such as 10/s, 600/m or 5000/h");
        }
        Duration per = switch (matcher.group(2)) {
            case "s" -> Duration.ofSeconds(1);
            case "m" -> Duration.ofMinutes(1);
            default -> Duration.ofHours(1);
        };
        return new Rate(Integer.parseInt(matcher.group(1)), per);
    }

    /** The time from one to the next, if each of several parties has an equal share. */
    public Duration interval(int parties) {
        return per.multipliedBy(parties).dividedBy(count);
    }

    /** As a file writes it. */
    @Override
    public String toString() {
        return count + "/" + (per.toSeconds() == 1 ? "s" : per.toMinutes() == 1 ? "m" : "h");
    }
}
