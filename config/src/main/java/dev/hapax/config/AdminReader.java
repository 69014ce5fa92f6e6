package dev.hapax.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Defines and reads the settings of an instance's HTTP server. */
final class AdminReader {

    private static final int MIB = 1024 * 1024;

    private final SettingType<Path> path;

    AdminReader(SettingType<Path> path) {
        this.path = path;
    }

    AdminSettings read(SettingsSection section) {
        return new AdminSettings(
                section.flag("enabled", true, "Whether there is an HTTP server at all."),
                section.text(
                        "listen",
                        "127.0.0.1",
                        "The address to listen on. With one that other machines can reach, `token` must be set."),
                section.count("port", 8090, "The port to listen on; `0` for any that is free."),
                notEmpty(section.optional(
                        "advertised",
                        SettingType.TEXT,
                        "`listen` and `port`",
                        "The `host:port` by which other instances of the application reach this one.")),
                notEmpty(section.optional(
                        "token",
                        SettingType.TEXT,
                        "none",
                        "What a request must carry to change something, and beyond loopback to read; best by"
                                + " `${env:NAME}` or `${file:/path}`. Without one nothing can be changed over HTTP."
                                + " The same for all instances.")),
                section.value(
                        "require-token",
                        SettingType.oneOf(AdminSettings.RequireToken.class),
                        AdminSettings.RequireToken.WRITES,
                        "What needs the token on loopback. With `reads`, everything does but `/health/…` and the files"
                                + " of the page, as it always does beyond loopback."),
                section.texts(
                        "peers",
                        "those like `advertised`",
                        "Which other instances this one asks for their numbers and keys: `host` or `host:port`, in which"
                                + " `*` is one part of a name or one number of an address, such as `hapax-*.example.org`"
                                + " or `10.1.*.*`. When empty: with `tls`, who shows a certificate of the key store;"
                                + " without, who has the same host, domain or first two numbers of an address as"
                                + " `advertised`."),
                section.section("tls", "The certificate of the HTTP server. Without one it speaks plain HTTP.")
                        .build(this::tls),
                section.bytes("max-request-bytes", 2 * MIB, "The largest body of a request; at least `1KiB`."),
                section.count(
                        "requests-per-second",
                        100,
                        "How many requests of one client address are answered; twice as many in a burst."),
                section.count("max-clients", 500, "How many clients can be sent events at a time."),
                section.texts(
                        "mask",
                        "empty",
                        "Fields of messages that API and page show as `***`: JSON pointers or plain names."));
    }

    private AdminSettings.Tls tls(SettingsSection section) {
        return new AdminSettings.Tls(
                section.optional(
                        "key-store",
                        path,
                        "none",
                        "The key store with certificate and key, relative to the folder of the configuration file."),
                section.optional(
                        "key-store-password",
                        SettingType.TEXT,
                        "none",
                        "What opens it and its key; best by `${env:NAME}` or `${file:/path}`."),
                section.text("key-store-type", "PKCS12", "Its format: `PKCS12` or `JKS`."));
    }

    private static @Nullable String notEmpty(@Nullable String text) {
        return text == null || text.isEmpty() ? null : text;
    }
}
