/**
 * The style sheets of a first visit. The sign-in page does not load Mantine: `mantine.ts` loads its style sheets
 * with the other areas.
 */
import './theme.css'
import '@fontsource-variable/figtree/wght.css'
import '@fontsource-variable/bricolage-grotesque/opsz.css'
import './tokens.css'
import './fonts.css'
import './portal.css'
