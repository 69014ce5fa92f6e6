package dev.hapax.app;

import dev.hapax.config.AdminUser;
import dev.hapax.config.AdminUser.Role;
import dev.hapax.operations.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hapax admin}: users of the API. */
@Command(
        name = "admin",
        mixinStandardHelpOptions = true,
        description = "Make tokens for the users of the API and the dashboard.")
public final class AdminCommand {

    private static final int TOKEN_BYTES = 32;

    @Command(
            name = "token",
            mixinStandardHelpOptions = true,
            description = {
                "Make a random token for a user, and print the item of admin.users for it.",
                "The configuration gets only the token's SHA-256. Give the token to the user: it can't be shown again."
            })
    int token(
            @Mixin OutputOption output,
            @Parameters(paramLabel = "NAME", description = "The user's name, recorded with approvals and changes.")
                    String name,
            @Option(
                            names = "--roles",
                            paramLabel = "ROLE",
                            split = ",",
                            defaultValue = "viewer",
                            description = "viewer, operator, approver, separated by commas (default: viewer).")
                    List<String> roles) {
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        String token = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
        String hash = HexFormat.of().formatHex(Sha256.of(token.getBytes(StandardCharsets.UTF_8)));
        AdminUser user = new AdminUser(name, hash, roles(roles));
        List<String> codes =
                EnumSet.copyOf(user.roles()).stream().map(Role::code).toList();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", name);
        fields.put("token", token);
        fields.put("tokenSha256", hash);
        fields.put("roles", codes);
        output.print(
                fields,
                List.of(
                        "Token of " + name + ", shown only now: " + token,
                        "Add this to admin.users in the configuration of every instance:",
                        "    - { name: " + name + ", token-sha256: " + hash + ", roles: [" + String.join(", ", codes)
                                + "] }"));
        return ExitCodes.DONE;
    }

    private static Set<Role> roles(List<String> names) {
        Set<Role> roles = EnumSet.noneOf(Role.class);
        for (String name : names) {
            try {
                roles.add(Role.valueOf(name.strip().toUpperCase(Locale.ROOT)));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "--roles: '" + name + "' must be one of viewer, operator, approver", e);
            }
        }
        return roles;
    }
}
