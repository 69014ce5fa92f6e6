package dev.hapax.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
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
                section.flag("enabled", true, "Whether the HTTP server runs."),
                section.text(
                        "listen",
                        "127.0.0.1",
                        "The address to listen on. If other machines can reach it, `token` is required."),
                section.count("port", 8090, "The port to listen on. `0` chooses a free one."),
                notEmpty(section.optional(
                        "advertised",
                        SettingType.TEXT,
                        "`listen` and `port`",
                        "The `host:port` under which other instances reach this one.")),
                notEmpty(section.optional(
                        "token",
                        SettingType.TEXT,
                        "none",
                        "The token for requests that change something, and for reads from other machines. Use "
                                + "`${env:NAME}` or `${file:/path}`. Without a token, nothing can be changed over HTTP. It "
                                + "must be the same for all instances.")),
                section.value(
                        "require-token",
                        SettingType.oneOf(AdminSettings.RequireToken.class),
                        AdminSettings.RequireToken.WRITES,
                        "Which requests from this machine need the token. With `reads`, all except `/health/…` and "
                                + "the files of the dashboard, as always for other machines."),
                section.texts(
                        "peers",
                        "those like `advertised`",
                        "The other instances that this one queries for numbers and keys: `host` or `host:port`. "
                                + "`*` stands for one part of a name or one number of an address, as in "
                                + "`hapax-*.example.org` or `10.1.*.*`. Default with `tls`: instances with a certificate of "
                                + "the key store. Default without: instances with the host, domain or first two address "
                                + "numbers of `advertised`."),
                section.section("tls", "The certificate of the HTTP server. Without it, the server uses plain HTTP.")
                        .build(this::tls),
                section.bytes("max-request-bytes", 2 * MIB, "The largest request body. At least `1KiB`."),
                section.count(
                        "requests-per-second", 100, "Requests per client address. A burst may have twice as many."),
                section.count("max-clients", 500, "Clients that can receive events at the same time."),
                section.texts(
                        "mask",
                        "empty",
                        "Message fields that API and dashboard show as `***`: JSON pointers or plain names."),
                users(section));
    }

    private static List<AdminUser> users(SettingsSection section) {
        List<AdminUser> users = new ArrayList<>();
        section.items(
                        "users",
                        "People and programs with a token of their own. `hapax admin token NAME` prints an item.")
                .forEach(item -> item.salvage(AdminReader::user).ifPresent(users::add));
        return users;
    }

    private static AdminUser user(SettingsSection item) {
        return new AdminUser(
                item.required("name", "The name that is recorded with changes and approvals."),
                item.required("token-sha256", "The SHA-256 of the user's token, in hex. Never the token itself."),
                roles(item.texts(
                        "roles",
                        "required",
                        "What the user may do: `viewer` (read), `operator` (every change except approvals), `approver` "
                                + "(approve and reject deliveries). `operator` and `approver` may read too.")));
    }

    private static Set<AdminUser.Role> roles(List<String> names) {
        SettingType<AdminUser.Role> type = SettingType.oneOf(AdminUser.Role.class);
        Set<AdminUser.Role> roles = EnumSet.noneOf(AdminUser.Role.class);
        for (String name : names) {
            try {
                roles.add(type.parse().apply(name));
            } catch (IllegalArgumentException e) {
                throw new SettingException("roles", name, String.valueOf(e.getMessage()));
            }
        }
        return roles;
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
                        "The password of the key store and its key. Use `${env:NAME}` or `${file:/path}`."),
                section.text("key-store-type", "PKCS12", "Its format: `PKCS12` or `JKS`."));
    }

    private static @Nullable String notEmpty(@Nullable String text) {
        return text == null || text.isEmpty() ? null : text;
    }
}
