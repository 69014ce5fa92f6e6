import javax.xml.parsers.DocumentBuilderFactory
import org.w3c.dom.Element

// Maven is the build that is checked (docs/decisions/0001-maven-beside-gradle.md). This one compiles, tests and runs the
// demo. It takes dependencies and versions from the POMs, so no name and no number stands twice.

fun Element.all(): List<Element> = (0 until childNodes.length).map { childNodes.item(it) }.filterIsInstance<Element>()

fun Element.at(vararg path: String): Element? =
    path.fold(this as Element?) { element, tag -> element?.all()?.firstOrNull { it.tagName == tag } }

fun Element.value(tag: String): String? = at(tag)?.textContent?.trim()

fun readPom(folder: File): Element =
    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(folder.resolve("pom.xml")).documentElement

val rootPom = readPom(rootDir)
val pomGroup = rootPom.value("groupId")!!
val pomVersion = rootPom.value("version")!!

fun Element.properties(): Map<String, String> =
    at("properties")?.all().orEmpty().associate { it.tagName to it.textContent.trim() }

val pomProperties = rootPom.properties() + ("project.version" to pomVersion)

fun resolved(text: String, properties: Map<String, String>): String =
    Regex("""\$\{([^}]+)\}""").replace(text) { resolved(properties.getValue(it.groupValues[1]), properties) }

class PomDependency(val key: String, val version: String?, val scope: String, val excludedGroups: List<String>)

fun Element.dependencyList(properties: Map<String, String>, vararg path: String): List<PomDependency> =
    at(*path)?.all().orEmpty().map {
        PomDependency(
            it.value("groupId")!! + ":" + it.value("artifactId")!!,
            it.value("version")?.let { text -> resolved(text, properties) },
            it.value("scope") ?: "compile",
            // Only whole groups are left out.
            it.at("exclusions")?.all().orEmpty().map { exclusion -> exclusion.value("groupId")!! },
        )
    }

fun configurationsOf(scope: String): List<String> = when (scope) {
    "compile" -> listOf("api")
    "runtime" -> listOf("runtimeOnly")
    "provided" -> listOf("compileOnly", "testImplementation")
    "test" -> listOf("testImplementation")
    else -> throw GradleException("pom.xml has a dependency of scope $scope, which build.gradle.kts does not know")
}

val inEveryModule = rootPom.dependencyList(pomProperties, "dependencies")
val modulePaths = subprojects.associate { pomGroup + ":" + readPom(it.projectDir).value("artifactId")!! to it.path }

subprojects {
    apply(plugin = "java-library")

    group = pomGroup
    version = pomVersion

    val modulePom = readPom(projectDir)
    // As in Maven, a module's property holds before the root's of the same name.
    val moduleProperties = pomProperties + modulePom.properties()
    val managed = rootPom.dependencyList(moduleProperties, "dependencyManagement", "dependencies")
    val boms = managed.filter { it.scope == "import" }
    val managedVersions = managed.filter { it.scope != "import" }.associate { it.key to it.version!! }
    val testSources = the<SourceSetContainer>()["test"]

    repositories {
        mavenCentral()
    }

    // As in Maven, a managed version holds for what comes along with something else too.
    configurations.configureEach {
        resolutionStrategy.eachDependency {
            managedVersions[requested.group + ":" + requested.name]?.let { useVersion(it) }
        }
    }

    dependencies {
        boms.forEach { add("api", platform(it.key + ":" + it.version)) }
        (inEveryModule + modulePom.dependencyList(moduleProperties, "dependencies")).forEach { wanted ->
            val module = modulePaths[wanted.key]
            val version = wanted.version ?: managedVersions[wanted.key]
            configurationsOf(wanted.scope).forEach { configuration ->
                val added = if (module != null) {
                    add(configuration, project(module))
                } else {
                    add(configuration, listOfNotNull(wanted.key, version).joinToString(":"))
                }
                wanted.excludedGroups.forEach { (added as ModuleDependency).exclude(mapOf("group" to it)) }
            }
        }
        add("testRuntimeOnly", "org.junit.platform:junit-platform-launcher")
    }

    tasks.withType<JavaCompile>().configureEach {
        options.release.set(pomProperties.getValue("java.version").toInt())
        options.encoding = "UTF-8"
        options.compilerArgs.add("-parameters")
    }

    tasks.named<Jar>("jar") {
        archiveBaseName.set(modulePom.value("artifactId"))
        manifest.attributes("Implementation-Version" to pomVersion)
    }

    tasks.withType<Test>().configureEach {
        useJUnitPlatform()
        maxHeapSize = "1g"
        systemProperty("hapax.root", rootDir.path)
        filter.isFailOnNoMatchingTests = false
    }

    tasks.named<Test>("test") {
        filter.excludeTestsMatching("*IT")
    }

    // Maven's verify: the tests named …IT start real brokers.
    val integrationTest = tasks.register<Test>("integrationTest") {
        group = "verification"
        description = "Runs the tests that start real brokers."
        testClassesDirs = testSources.output.classesDirs
        classpath = testSources.runtimeClasspath
        filter.includeTestsMatching("*IT")
        shouldRunAfter("test")
    }

    tasks.named("check") {
        dependsOn(integrationTest)
    }
}

project(":intake") {
    // The rules a user edits are the rules built in: one file, two uses.
    tasks.named<ProcessResources>("processResources") {
        from("../config/rules.yaml") { into("dev/hapax") }
    }
}

project(":app") {
    val appClasses = the<SourceSetContainer>()["main"].output
    val withBroker = configurations["testRuntimeClasspath"]

    tasks.register<JavaExec>("demo") {
        group = "application"
        description = "Runs the demo; -PdemoArgs='--messages 2000' gives it arguments."
        mainClass.set("dev.hapax.app.Hapax")
        // The broker is `provided` to the app, so it stands with the tests' class path and not with the app's own.
        classpath = appClasses + withBroker
        args("demo")
        args(providers.gradleProperty("demoArgs").orNull?.split(" ").orEmpty().filter { it.isNotEmpty() })
        workingDir = rootDir
        maxHeapSize = "1g"
        systemProperty("hapax.home", rootDir.path)
        systemProperty("hapax.log.kafka", "ERROR")
    }
}
