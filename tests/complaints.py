"""What axe complains of on a page that is open."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from hands import Hands

#: What hangs on the colours is looked at by night and by day, all else once. The size of what a
#: finger hits is not looked at unless it is asked for.
NIGHT = {"resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}
DAY = {"resultTypes": ["violations"], "runOnly": ["color-contrast", "link-in-text-block"]}

AXE = Axe().axe_script
#: Shapes are most of a page's elements, and tell axe nothing: it looks at drawings without them.
LOOK = """async how => {
    const drawings = [...document.querySelectorAll("svg:not(svg svg)")].map(drawing => {
        const bare = drawing.cloneNode(true);
        for (const shape of bare.querySelectorAll("use, path, rect, circle, ellipse, line")) {
            if (!shape.matches("[role], [tabindex], [aria-label]")) shape.remove();
        }
        drawing.replaceWith(bare);
        return [bare, drawing];
    });
    const { violations } = await axe.run(document, how);
    for (const [bare, drawing] of drawings) bare.replaceWith(drawing);
    return violations;
}"""


def speak(hands: Hands, language: str) -> None:
    """Read the page that is open in another language, which is chosen in another tab."""
    hands.choose(language=language)
    expect(hands.page.locator(f"html[lang={language}]")).to_be_attached()


def findings(hands: Hands, state: str) -> list[str]:
    """What axe finds, in words."""
    page, found = hands.page, []
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    language = page.locator("html").get_attribute("lang")
    for dark, options in ((True, NIGHT), (False, DAY)):
        page.emulate_media(color_scheme="dark" if dark else "light")
        for fault in page.evaluate(LOOK, options):
            where = "; ".join(node["html"][:120] for node in fault["nodes"][:3])
            light = "by night" if dark else "by day"
            found.append(f"{state} in {language} {light}: {fault['id']}: {where}")
    return found
