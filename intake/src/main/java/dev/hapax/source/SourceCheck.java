package dev.hapax.source;

import dev.hapax.classify.Classifier;
import dev.hapax.classify.Classifiers;
import dev.hapax.config.ClassifierSettings;
import dev.hapax.config.DeliverySettings;
import dev.hapax.config.FurtherCheck;
import dev.hapax.config.IdentitySettings;
import dev.hapax.config.LimitSettings;
import dev.hapax.config.SourceSettings;
import dev.hapax.intake.Format;
import dev.hapax.intake.Formats;
import dev.hapax.intake.ReadLimits;
import dev.hapax.intake.SourceReader;
import dev.hapax.rendering.RuleDelivery;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Finds everything that would keep {@link Sources} from being made, with where in the file it is. */
public record SourceCheck(Formats formats, Classifiers classifiers) implements FurtherCheck {

    @Override
    public void check(
            List<SourceSettings> sources,
            Map<String, ClassifierSettings> wanted,
            LimitSettings limits,
            DeliverySettings delivery,
            Errors errors) {
        Map<String, Classifier> made = new HashMap<>();
        wanted.forEach((name, settings) -> {
            try {
                made.put(name, classifiers.create(settings));
            } catch (IllegalArgumentException e) {
                errors.add(keyOf(name, settings), stripped(e, "classifiers." + name));
            }
        });
        checkDeliveries(sources, wanted, made, delivery, errors);
        for (int i = 0; i < sources.size(); i++) {
            SourceSettings source = sources.get(i);
            check(
                    source,
                    made.get(source.classifier()),
                    "sources[" + i + "]",
                    new ReadLimits(limits.maxDepth()),
                    errors);
        }
    }

    /** Only of classifiers that decide: what another one would deliver is never asked. */
    private void checkDeliveries(
            List<SourceSettings> sources,
            Map<String, ClassifierSettings> wanted,
            Map<String, Classifier> made,
            DeliverySettings delivery,
            Errors errors) {
        made.forEach((name, classifier) -> {
            List<SourceSettings> itsSources = sources.stream()
                    .filter(source -> source.classifier().equals(name))
                    .toList();
            ClassifierSettings settings = wanted.get(name);
            if (itsSources.isEmpty() || settings == null) {
                return;
            }
            List<String> problems = new ArrayList<>(ChannelCheck.problems(classifier.deliveries(), delivery));
            classifier.deliveries().forEach(it -> problems.addAll(unknownFields(it, itsSources)));
            if (!problems.isEmpty()) {
                errors.add(keyOf(name, settings), String.join("\n  ", problems));
            }
        });
    }

    /** The fields without which a delivery cannot be rendered, and that no message can have. */
    private List<String> unknownFields(RuleDelivery delivery, List<SourceSettings> sources) {
        return delivery.requiredFields().stream()
                .filter(field -> sources.stream().noneMatch(source -> mayHave(source, field)))
                .map(field -> "rule " + delivery.rule() + " (line " + delivery.line()
                        + "): deliver: no source has a field '" + field + "', so nothing could be delivered")
                .toList();
    }

    private boolean mayHave(SourceSettings source, String field) {
        return source.fields().containsKey(field)
                || !formats.names().contains(source.format())
                || SourceReader.impossiblePlace(formats.named(source.format()), field, new ReadLimits(1)) == null;
    }

    /** An unknown type is wrong itself; otherwise it is the rule file that is. */
    private String keyOf(String name, ClassifierSettings settings) {
        String key = "classifiers." + name;
        if (!classifiers.types().contains(settings.type())) {
            return key + ".type";
        }
        return settings.file() == null ? key : key + ".file";
    }

    /** Such a message names the key at its beginning, which is said before it anyway. */
    private static String stripped(IllegalArgumentException e, String key) {
        String message = String.valueOf(e.getMessage());
        int end = message.startsWith(key) ? message.indexOf(": ") : -1;
        return end < 0 ? message : message.substring(end + 2);
    }

    private void check(
            SourceSettings source, @Nullable Classifier classifier, String at, ReadLimits limits, Errors errors) {
        if (!formats.names().contains(source.format())) {
            errors.add(
                    at + ".format",
                    "is not a format that is known here; use one of: "
                            + String.join(
                                    ", ", formats.names().stream().sorted().toList()));
            return;
        }
        Format format = formats.named(source.format());
        checkOptions(format, source, at, limits, errors);
        source.fields().forEach((name, field) -> {
            String key = at + ".fields." + name;
            add(errors, key + ".at", refused(format, field.at(), limits));
            String problem = SourceReader.impossibleType(format, field);
            if (problem != null) {
                errors.add(key + ".type", "cannot be: " + problem);
            }
        });
        for (int i = 0; i < source.fingerprint().size(); i++) {
            add(
                    errors,
                    at + ".fingerprint[" + i + "]",
                    refused(format, source, source.fingerprint().get(i), limits));
        }
        String eventTime = source.eventTime();
        if (eventTime != null) {
            add(errors, at + ".event-time", refused(format, source, eventTime, limits));
        }
        IdentitySettings identity = source.identity();
        for (int i = 0; i < identity.fields().size(); i++) {
            add(
                    errors,
                    at + ".identity." + key(identity, i),
                    refused(format, source, identity.fields().get(i), limits));
        }
        if (classifier != null) {
            checkAsked(format, source, classifier, at, limits, errors);
        }
    }

    private static void checkOptions(
            Format format, SourceSettings source, String at, ReadLimits limits, Errors errors) {
        boolean known = true;
        for (String option : source.formatOptions().keySet()) {
            if (!format.options().contains(option)) {
                known = false;
                errors.add(
                        at + ".format-options." + option,
                        "is not an option of format " + format.name() + "; it has "
                                + (format.options().isEmpty()
                                        ? "none"
                                        : String.join(", ", new TreeSet<>(format.options()))));
            }
        }
        if (known && !source.formatOptions().isEmpty()) {
            try {
                format.reader(Set.of(), limits, source.formatOptions()).close();
            } catch (IllegalArgumentException e) {
                errors.add(at + ".format-options", String.valueOf(e.getMessage()));
            }
        }
    }

    /** What a rule asks for need not be there, but it must be possible to ask for it. */
    private static void checkAsked(
            Format format, SourceSettings source, Classifier classifier, String at, ReadLimits limits, Errors errors) {
        for (String field : new TreeSet<>(classifier.fields())) {
            if (source.fields().containsKey(field)) {
                continue;
            }
            try {
                var unused = format.reader(Set.of(field), limits);
            } catch (IllegalArgumentException e) {
                errors.add(at + ".classifier", "asks for a field that this source cannot have: " + e.getMessage());
            }
        }
    }

    private static String key(IdentitySettings identity, int index) {
        if (identity instanceof IdentitySettings.Field) {
            return "field";
        }
        return identity instanceof IdentitySettings.Template ? "template" : "content-hash[" + index + "]";
    }

    /** A name that the source gives to a place is as good as the place. */
    private static @Nullable String refused(Format format, SourceSettings source, String field, ReadLimits limits) {
        return source.fields().containsKey(field) ? null : refused(format, field, limits);
    }

    private static @Nullable String refused(Format format, String place, ReadLimits limits) {
        String problem = SourceReader.impossiblePlace(format, place, limits);
        if (problem == null) {
            return null;
        }
        return "is not a field of format " + format.name() + (problem.isEmpty() ? "" : ": " + problem);
    }

    private static void add(FurtherCheck.Errors errors, String key, @Nullable String rule) {
        if (rule != null) {
            errors.add(key, rule);
        }
    }
}
