package dev.hapax.config;

import java.util.List;

/** Where the identity of a message is found. */
public sealed interface IdentitySettings {

    /** The value of a record header. */
    record Header(String name) implements IdentitySettings {}

    /** The value of one field. */
    record Field(String field) implements IdentitySettings {}

    /** The record key, as text. */
    record RecordKey() implements IdentitySettings {}

    /** A hash of chosen fields, whatever their order or white space; of the whole content when none is chosen. */
    record ContentHash(List<String> fields) implements IdentitySettings {}

    /** Text with fields in braces, such as {@code renewal:{/contract}:{/cycle}}. */
    record Template(String template) implements IdentitySettings {}
}
