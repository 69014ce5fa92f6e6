package dev.hapax.config;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A person or a program with a token of its own. The configuration has only the token's SHA-256: who reads it can't sign in.
 *
 * @param name recorded with every change
 * @param tokenSha256 in lower-case hex
 */
public record AdminUser(String name, String tokenSha256, Set<Role> roles) {

    /** What a user may do. Everyone with a role may read. */
    public enum Role {
        /** May read. */
        VIEWER,
        /** May make every change except approving and rejecting deliveries. */
        OPERATOR,
        /** May approve and reject deliveries. */
        APPROVER;

        /** As the configuration has it. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** No colon: {@code rule:…} and {@code policy:…} are no people. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@-]{0,99}");

    /** The names of actors that are no users. */
    private static final Set<String> RESERVED = Set.of("api", "hapax", "ledger", "topic");

    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

    public AdminUser {
        roles = Set.copyOf(roles);
        Rules.of("")
                .require(
                        NAME.matcher(name).matches() && !RESERVED.contains(name.toLowerCase(Locale.ROOT)),
                        "name",
                        name,
                        "must have 1 to 100 letters, digits and ._@-, and must not be api, hapax, ledger or topic")
                .require(
                        SHA256.matcher(tokenSha256).matches(),
                        "token-sha256",
                        Masked.MASK,
                        "must be 64 lower-case hex digits, the SHA-256 of a token; 'hapax admin token NAME' prints both")
                .require(!roles.isEmpty(), "roles", roles, "must have at least one of viewer, operator, approver")
                .check();
    }

    /** Two users must differ in name and token. */
    static void requireDistinct(List<AdminUser> users, Rules rules) {
        Set<String> names = new HashSet<>();
        Set<String> tokens = new HashSet<>();
        for (AdminUser user : users) {
            rules.require(
                            names.add(user.name().toLowerCase(Locale.ROOT)),
                            "users",
                            user.name(),
                            "is there twice; give each user a name of its own")
                    .require(
                            tokens.add(user.tokenSha256()),
                            "users",
                            user.name(),
                            "has the token of another user; 'hapax admin token NAME' makes a new one");
        }
    }

    /** Without the hash. */
    @Override
    public String toString() {
        return "AdminUser[name=" + name + ", roles=" + roles + "]";
    }
}
