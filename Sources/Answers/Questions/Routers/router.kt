    /** What a URL opens: the number of a screen with its values, or a URL without a screen. */
    class Found(val screen: Int, val values: Map<String, String>)

    const val SHORT_LINK = -1
    const val LINK = -2

    /** A host; [site] is the number of its site, and null for one that does not open the app. */
    private class Host(val name: String, val site: Int? = null, val isWildcard: Boolean = false)

    private class Site(
        val closedPaths: List<String> = emptyList(),
        val shortLinks: ShortLinks? = null,
        val rules: List<Rule>
    )

    private class ShortLinks(
        val prefix: String,
        val opensApp: Boolean,
        val hasLongLinks: Boolean,
        val viewSuffixes: List<String>,
        val names: List<String> = emptyList(),
        val ignoresCase: Boolean = false,
        val ignoresSlash: Boolean = false
    )

    private class Rule(
        val path: List<Token>? = null,
        val query: List<Token>? = null,
        val items: List<Item> = emptyList(),
        val fragment: List<Token>? = null,
        val ignoresCase: Boolean = false,
        val decodes: Boolean = false,
        val opensApp: Boolean = true,
        val screen: Int = LINK
    )

    private class Item(val name: String, val value: List<Token>)

    /** An address of a screen, with names in braces for its values. */
    private class Address(val screen: Int, val host: String, val path: String)

    /** An element of a pattern. Texts are compared as bytes of UTF-8, one character for each. */
    private open class Token

    private class Text(text: String) : Token() {
        val bytes = utf8(text)
    }

    private class OneOf(val bytes: String) : Token()

    private class Words(lines: List<String>) : Token() {
        val words = lines.flatMap { it.split(" ") }.map { utf8(it) }
    }

    private class Choice(val options: List<List<Token>>) : Token()

    private class Capture(val name: String) : Token()

    private object One : Token()

    private object Many : Token()

    private object AnyCharacter : Token()

    private object Rest : Token()

    private class Parts(val host: String, val path: String, val query: String, val fragment: String)

    /** What a URL opens; null for one that stays in the browser. */
    fun find(url: String): Found? {
        val address = read(url) ?: return null
        val site = siteOf(address.host) ?: return null
        val plain = plainPath(address.path) ?: return null
        val links = site.shortLinks
        val short = Found(SHORT_LINK, emptyMap())
        if (links != null && (plain == "/" || plain == utf8(links.prefix))) {
            val link = longLink(address.query)
            if (link != null) return if (link != "" && links.hasLongLinks) short else null
        }
        if (site.closedPaths.any { plain == utf8(it) }) return null
        if (plain.startsWith("/.well-known/") || plain.startsWith("/_keiro/")) return null
        var otherwise: Found? = null
        if (links != null && plain.startsWith(utf8(links.prefix))) {
            val name = readable(plain.substring(utf8(links.prefix).length))
            val cased = composed(if (links.ignoresCase) folded(composed(name)) else name)
            val slug = if (links.ignoresSlash) slashAtEnd.replace(cased, "") else cased
            val isLink = slug in links.names
            val isView = viewAtEnd.replace(slug, "") in links.names
            val isFree = slug != "" && links.viewSuffixes.none { slug.endsWith(it) }
            if (isLink || links.opensApp && isFree) otherwise = short
            if (isLink || isView || links.prefix != "/") return otherwise
        }
        for (rule in site.rules) {
            val values = match(rule, address) ?: continue
            return if (rule.opensApp) Found(rule.screen, values) else null
        }
        return otherwise
    }

    /** The URL that opens a screen with certain values; null when there is none. */
    fun build(screen: Int, values: Map<String, String>, host: String?): String? {
        for (address in addresses.filter { it.screen == screen }) {
            for (kept in listOf("", "!$&'()*+,;=:@/")) {
                val path = place.replace(address.path) {
                    escaped(utf8(values[it.value.substring(1, it.value.length - 1)] ?: ""), kept)
                }
                val url = "https://" + (host ?: address.host) + path
                val found = find(url)
                if (found != null && found.screen == screen && found.values == values) return url
            }
        }
        return null
    }

    /** A URL without a screen, if it is one on the host. */
    fun keep(url: String, kind: Int, host: String?): String? {
        val own = read(url)?.host
        val isOwn = host == null || lowerName(host) == own
        return if (find(url)?.screen == kind && isOwn) url else null
    }

    /** The values that are there. */
    fun present(vararg values: Pair<String, String?>): Map<String, String> {
        val result = LinkedHashMap<String, String>()
        for ((name, value) in values) if (value != null) result[name] = value
        return result
    }

    /** The parts of a URL as they are sent; null for a text that is none. */
    private fun read(url: String): Parts? {
        val text = utf8(url)
        if (control.containsMatchIn(text) || text.startsWith(" ") || text.endsWith(" ")) return null
        val form = urlForm.matchEntire(text)?.groupValues ?: return null
        val name = hostForm.matchEntire(form[1])?.groupValues?.get(1) ?: return null
        var host = lowerName(fromUTF8(name) ?: return null)
        if (host.length > 1) host = host.removeSuffix(".")
        val (path, query, fragment) = form.drop(2).map { sent(it) }
        return Parts(host, if (path == "") "/" else path, query, fragment)
    }

    private fun siteOf(host: String): Site? {
        val dot = host.indexOf('.')
        val parent = if (dot > 0) host.substring(dot + 1) else null
        val known = hosts.firstOrNull { !it.isWildcard && it.name == host }
            ?: hosts.firstOrNull { it.isWildcard && it.name == parent }
        return known?.site?.let { sites[it] }
    }

    /** The path without needless escapes; null for one that is not valid. */
    private fun plainPath(path: String): String? {
        if (!path.contains('%') && !path.contains("/.")) return path
        val text = decoded(path)
        if (text.split('/').any { it == "." || it == ".." }) return null
        if (brokenEscape.containsMatchIn(path) || control.containsMatchIn(text)) return null
        if (fromUTF8(text) == null) return null
        return escape.replace(path) {
            val byte = decoded(it.value)
            if (isUnreserved(byte[0])) byte else it.value
        }
    }

    /** The link in a query; null when there is none. */
    private fun longLink(query: String): String? {
        val items = query.split('&').filter { it != "" }.take(100)
        val link = items.firstOrNull { lowerName(readable(it.substringBefore('='))) == "link" }
        return link?.substringAfter('=', "")
    }

    /** The values of a rule's path; null when the rule does not match. */
    private fun match(rule: Rule, address: Parts): Map<String, String>? {
        if (rule.query != null && !covers(rule.query, compared(rule, address.query))) return null
        if (rule.fragment != null && !covers(rule.fragment, compared(rule, address.fragment))) {
            return null
        }
        if (!rule.items.all { hasItem(rule, it, address.query) }) return null
        val path = rule.path ?: return emptyMap()
        val text = compared(rule, address.path).trimEnd('/')
        if (!covers(path, text)) return null
        val byte = if (rule.decodes) escapeOrByte else anyByte
        val written = byte.findAll(address.path).map { it.value }.toList()
        val values = LinkedHashMap<String, String>()
        walk(path, text, 0, atEnd(text)) { name, start, end ->
            values[name] = readable(written.subList(start, end).joinToString(""))
        }
        return values
    }

    /** The text as a rule compares it. */
    private fun compared(rule: Rule, text: String): String {
        val plain = if (rule.decodes) decoded(text) else text
        return if (rule.ignoresCase) lower(plain) else plain
    }

    /** Whether all items of a name match; an absent one is empty. */
    private fun hasItem(rule: Rule, item: Item, query: String): Boolean {
        val found = query.split('&').filter {
            val name = it.substringBefore('=')
            it != "" && (if (rule.ignoresCase) lower(name) else name) == utf8(item.name)
        }
        val values = if (found.isEmpty()) listOf("") else found.map { it.substringAfter('=', "") }
        return values.all { covers(item.value, compared(rule, it)) }
    }

    private fun covers(tokens: List<Token>, text: String): Boolean =
        reach(tokens, text, atEnd(text))[0][0]

    private fun atEnd(text: String): BooleanArray = positions(text) { at, _ -> at == text.length }

    /** For each token, and for the end, where the tokens from it on may begin. */
    private fun reach(tokens: List<Token>, text: String, end: BooleanArray): List<BooleanArray> {
        val sets = mutableListOf(end)
        for (token in tokens.reversed()) sets.add(0, before(token, text, sets[0]))
        return sets
    }

    /** The positions where a token may begin when others go on after it. */
    private fun before(token: Token, text: String, after: BooleanArray): BooleanArray {
        if (token is Many) {
            return positions(text) { at, known -> after[at] || at < text.length && known[at + 1] }
        }
        if (token is Capture) {
            val further = before(Many, text, after)
            return positions(text) { at, _ -> at < text.length && further[at + 1] }
        }
        if (token is Choice) {
            val sets = token.options.map { reach(it, text, after)[0] }
            return positions(text) { at, _ -> sets.any { it[at] } }
        }
        return positions(text) { at, _ -> lengths(token, text, at).any { after[at + it] } }
    }

    /** The numbers of bytes that a token without alternatives takes. */
    private fun lengths(token: Token, text: String, at: Int): List<Int> {
        if (token is Text) return startLengths(listOf(token.bytes), text, at)
        if (token is Words) return startLengths(token.words, text, at)
        if (at == text.length) return if (token is Rest) listOf(0) else emptyList()
        val length = when (token) {
            is OneOf -> if (token.bytes.contains(text[at])) 1 else null
            is AnyCharacter -> characterLength(text, at)
            is Rest -> if (text[at] == '/') text.length - at else null
            else -> 1
        }
        return listOfNotNull(length)
    }

    private fun startLengths(words: List<String>, text: String, at: Int): List<Int> =
        words.filter { text.startsWith(it, at) }.map { it.length }

    private fun characterLength(text: String, at: Int): Int? =
        characterForm.find(text.drop(at).take(4))?.value?.length

    /** Goes through a matching text; what comes first takes as much as it can. */
    private fun walk(
        tokens: List<Token>,
        text: String,
        start: Int,
        end: BooleanArray,
        capture: (String, Int, Int) -> Unit
    ): Int {
        val sets = reach(tokens, text, end)
        var at = start
        for ((index, token) in tokens.withIndex()) {
            val after = sets[index + 1]
            val begin = at
            at = when (token) {
                is Choice -> {
                    val option = token.options.first { reach(it, text, after)[0][begin] }
                    walk(option, text, begin, after, capture)
                }
                is Many, is Capture -> after.lastIndexOf(true)
                else -> begin + lengths(token, text, begin).first { after[begin + it] }
            }
            if (token is Capture) capture(token.name, begin, at)
        }
        return at
    }

    /** For each position whether something holds, from the last one to the first. */
    private fun positions(text: String, holds: (Int, BooleanArray) -> Boolean): BooleanArray {
        val known = BooleanArray(text.length + 1)
        for (at in text.length downTo 0) known[at] = holds(at, known)
        return known
    }

    private val urlForm = Regex(
        """https?://([^/?#@]+)(/[^?#]*)?(?:\?([^#]*))?(?:#([\s\S]*))?""", RegexOption.IGNORE_CASE
    )
    private val hostForm = Regex("""([^\]:]+)(?::[0-9]*)?""")
    private val control = Regex("""[\x00-\x1f\x7f]""")
    private val characterForm = Regex(
        """^(\p{ASCII}|([\xc2-\xdf]|([\xe0-\xef]|[\xf0-\xf4][\x80-\xbf])[\x80-\xbf])[\x80-\xbf])"""
    )
    private val unsafe = Regex("""[^!#-;=?-\[\]_a-z~]""")
    private val escape = Regex("""%[0-9A-Fa-f]{2}""")
    private val escapeOrByte = Regex("""%[0-9A-Fa-f]{2}|[\s\S]""")
    private val anyByte = Regex("""[\s\S]""")
    private val brokenEscape = Regex("""%(?![0-9A-Fa-f]{2})""")
    private val place = Regex("""\{\w+\}""")
    private val slashAtEnd = Regex("""/(?=\+?\z)""")
    private val viewAtEnd = Regex("""(\+|\.qr)\z""")

    /** A name without case, as the server compares names; only the dotless i folds to no other. */
    @Suppress("PLATFORM_CLASS_MAPPED_TO_KOTLIN")
    private fun folded(name: String): String = name.split("ı").joinToString("ı") {
        val root = java.util.Locale.ROOT
        val small = (it as java.lang.String).toLowerCase(root)
        val capitals = (small as java.lang.String).toUpperCase(root)
        (capitals as java.lang.String).toLowerCase(root).replace('ς', 'σ')
    }

    /** The name with each accent in its letter (NFC). */
    private fun composed(name: String): String =
        java.text.Normalizer.normalize(name, java.text.Normalizer.Form.NFC)

    /** The text with the letters of ASCII in lower case. */
    private fun lower(text: String): String =
        text.map { if (it in 'A'..'Z') it + 32 else it }.joinToString("")

    /** A name in lower case, whatever the language of the machine. */
    private fun lowerName(text: String): String =
        text.map { Character.toLowerCase(it) }.joinToString("")

    private fun isUnreserved(byte: Char): Boolean =
        byte in 'a'..'z' || byte in 'A'..'Z' || byte in '0'..'9' || byte in "-._~"

    /** The bytes with valid escapes decoded. */
    private fun decoded(bytes: String): String =
        escape.replace(bytes) { ('\u0000' + it.value.substring(1).toInt(16)).toString() }

    /** The text of bytes with escapes; as it is written where they mean none. */
    private fun readable(bytes: String): String {
        val text = if (brokenEscape.containsMatchIn(bytes)) null else fromUTF8(decoded(bytes))
        return text ?: bytes
    }

    /** The bytes as they are sent: what a URL may not hold is escaped. */
    private fun sent(bytes: String): String = unsafe.replace(bytes) { escaped(it.value, "") }

    /** The bytes with each escaped but unreserved ones and those to keep. */
    private fun escaped(bytes: String, kept: String): String {
        return bytes.map {
            if (isUnreserved(it) || it in kept) it.toString() else "%%%02X".format(it - '\u0000')
        }.joinToString("")
    }

    /** The text of bytes in UTF-8; null when they are none. */
    private fun fromUTF8(bytes: String): String? {
        val text = String(bytes.toByteArray(Charsets.ISO_8859_1), Charsets.UTF_8)
        return if (utf8(text) == bytes) text else null
    }

    /** The bytes of a text in UTF-8. */
    private fun utf8(text: String): String =
        String(text.toByteArray(Charsets.UTF_8), Charsets.ISO_8859_1)
