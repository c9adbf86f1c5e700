/** The style sheets of a first visit. The sign-in page carries no component kit: `inside.ts` brings Mantine's with the other areas. */
import '@fontsource-variable/figtree/wght.css'
import '@fontsource-variable/bricolage-grotesque/opsz.css'
import './tokens.css'
import './fonts.css'
import './portal.css'
