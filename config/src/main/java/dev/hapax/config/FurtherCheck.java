package dev.hapax.config;

import java.util.List;
import java.util.Map;

/** What can be wrong with sources and classifiers beyond the file itself: formats, fields, rule files, deliveries of rules. */
@FunctionalInterface
public interface FurtherCheck {

    /** Finds nothing. */
    FurtherCheck NONE = (sources, classifiers, limits, delivery, errors) -> {};

    /** Takes one error after the other. */
    @FunctionalInterface
    interface Errors {

        /**
         * @param key where in the file it is, such as {@code sources[0].format}
         * @param rule what is wrong, after the value
         */
        void add(String key, String rule);
    }

    /** Looks at everything that could be read, even when other settings are wrong. */
    void check(
            List<SourceSettings> sources,
            Map<String, ClassifierSettings> classifiers,
            LimitSettings limits,
            DeliverySettings delivery,
            Errors errors);
}
