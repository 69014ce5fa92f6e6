package dev.hapax.admin;

import dev.hapax.config.AdminUser;
import dev.hapax.config.AdminUser.Role;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Whom a token belongs to.
 *
 * @param name of a user; for the shared {@code admin.token} the name that the request gives
 * @param named whether the token belongs to one user
 */
public record Caller(String name, Set<Role> roles, boolean named) {

    /** Whoever has {@code admin.token}: nobody knows who that is, so it may not approve. */
    static final Caller SHARED = new Caller(Access.NOBODY_IN_PARTICULAR, EnumSet.of(Role.VIEWER, Role.OPERATOR), false);

    public Caller {
        roles = Set.copyOf(roles);
    }

    static Caller of(AdminUser user) {
        Set<Role> roles = EnumSet.copyOf(user.roles());
        roles.add(Role.VIEWER);
        return new Caller(user.name(), roles, true);
    }

    /** @throws ProblemException if it does not have the role */
    public void require(Role role) {
        if (!roles.contains(role)) {
            throw new ProblemException(403, "Role is missing", missing(role));
        }
    }

    private String missing(Role role) {
        return named
                ? "User " + name + " does not have the role " + role.code()
                        + ". Ask an administrator to add it to admin.users."
                : "admin.token is shared, so it does not have the role " + role.code()
                        + ". Use the token of a user in admin.users who has it; 'hapax admin token NAME' makes one.";
    }

    /** The names of its roles, in the order of their rights. */
    public List<String> roleCodes() {
        return EnumSet.copyOf(roles).stream().map(Role::code).toList();
    }
}
