package dev.hapax.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings that hold, and what of them may be shown.
 *
 * @param shown every key with its value or its default, secrets masked; fit for JSON
 */
public record EffectiveSettings(Settings settings, Map<String, @Nullable Object> shown) {

    /** What may be shown, in the form of a settings file. */
    public String yaml() {
        try {
            return YAMLMapper.builder()
                    .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                    .disable(YAMLGenerator.Feature.SPLIT_LINES)
                    .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
                    .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
                    .enable(YAMLGenerator.Feature.INDENT_ARRAYS_WITH_INDICATOR)
                    .build()
                    .writeValueAsString(shown);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("maps of plain values can always be written", e);
        }
    }

    @Override
    public String toString() {
        return shown.toString();
    }
}
