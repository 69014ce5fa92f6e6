package dev.hapax.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.lang.ArchRule;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import org.junit.jupiter.api.Test;

/** A thread that an instance starts by itself must not die unnoticed. */
class BackgroundThreadsTest {

    @Test
    void shouldStartEveryThreadOfAnInstanceWhereItsDeathIsReported() {
        ArchRule rule = noClasses()
                .that()
                .resideInAnyPackage(
                        "dev.hapax.admin..",
                        "dev.hapax.instance..",
                        "dev.hapax.topology..",
                        "dev.hapax.guard..",
                        "dev.hapax.commit..",
                        "dev.hapax.operations..")
                .and()
                .doNotHaveFullyQualifiedName("dev.hapax.admin.Background")
                .should()
                .callCodeUnitWhere(startsAThreadOfItsOwn())
                .because("Background logs a thread that dies, and the instance is not ready any more");

        rule.check(Hapax.CLASSES);
    }

    /** A thread, or a pool without a factory that was handed in. */
    private static DescribedPredicate<JavaCall<?>> startsAThreadOfItsOwn() {
        return describe("starts a thread of its own", call -> {
            boolean constructor = call.getTarget().getName().equals("<init>");
            boolean pool = call.getTargetOwner().isEquivalentTo(Executors.class)
                    || (constructor && call.getTargetOwner().isAssignableTo(ThreadPoolExecutor.class));
            boolean withFactory = call.getTarget().getRawParameterTypes().stream()
                    .anyMatch(type -> type.isEquivalentTo(ThreadFactory.class));
            boolean thread = constructor && call.getTargetOwner().isAssignableTo(Thread.class);
            return thread
                    || (pool
                            && !withFactory
                            && !call.getTargetOwner().getPackageName().startsWith("dev.hapax"));
        });
    }
}
