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

    /** The names of its roles, in the order of their rights. */
    public List<String> roleCodes() {
        return EnumSet.copyOf(roles).stream().map(Role::code).toList();
    }
}
