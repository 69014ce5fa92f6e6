package dev.hapax.config;

/**
 * What the reference says of one key; made by the code that reads it.
 *
 * @param section the pattern of the section, such as {@code guard} or {@code sources[]}; empty for the top level
 * @param fallback what holds when the key is not set, as the reference shows it
 */
record Definition(String section, String key, String type, String fallback, String meaning) {

    String path() {
        return SettingsPass.join(section, key);
    }
}
