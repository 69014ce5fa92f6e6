package dev.hapax.operations.topics;

/**
 * A topic setting that a guarantee rests on. Topics inherit it from the broker's defaults where nobody has set it.
 *
 * @param value the value the topic must have
 * @param orMore whether any larger number does as well
 * @param why what would happen with another value
 */
public record NeededSetting(String key, String value, boolean orMore, String why) {

    static NeededSetting exactly(String key, String value, String why) {
        return new NeededSetting(key, value, false, why);
    }

    static NeededSetting atLeast(String key, long value, String why) {
        return new NeededSetting(key, Long.toString(value), true, why);
    }

    public boolean metBy(String actual) {
        return orMore ? Long.parseLong(actual) >= Long.parseLong(value) : actual.equals(value);
    }
}
