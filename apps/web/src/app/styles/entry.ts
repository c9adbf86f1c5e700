/** The style sheets of every page. */
import './theme.css'
import '@fontsource-variable/figtree/wght.css'
import '@fontsource-variable/bricolage-grotesque/opsz.css'
import './tokens.css'
import './fonts.css'
import './portal.css'
