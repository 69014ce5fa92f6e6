package dev.hapax.testkit;

import java.util.Locale;
import java.util.TimeZone;

/** The circumstances of a question, which must not change the answer. */
enum Occasion {
    AGAIN("asked again, in reverse order"),
    THREADS("asked from several threads at once"),
    REOPENED("after close and open"),
    SECOND_INSTANCE("from a second instance"),
    FRESH_CLASSES("from an instance whose classes were loaded again"),
    ELSEWHERE("with the locale tr-TR and the time zone Pacific/Kiritimati");

    /** Its lower case of I is not i, and its decimal separator is a comma. */
    private static final Locale OTHER_LOCALE = Locale.forLanguageTag("tr-TR");

    private static final TimeZone OTHER_ZONE = TimeZone.getTimeZone("Pacific/Kiritimati");

    private final String words;

    Occasion(String words) {
        this.words = words;
    }

    /** On a machine with other defaults than this one. */
    static void elsewhere(Runnable action) {
        Locale locale = Locale.getDefault();
        TimeZone zone = TimeZone.getDefault();
        try {
            Locale.setDefault(OTHER_LOCALE);
            TimeZone.setDefault(OTHER_ZONE);
            action.run();
        } finally {
            Locale.setDefault(locale);
            TimeZone.setDefault(zone);
        }
    }

    @Override
    public String toString() {
        return words;
    }
}
