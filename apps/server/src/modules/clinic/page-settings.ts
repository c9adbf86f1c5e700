import { joinNames } from '@mi-portal/contract/clinic/join-names'
import { appIconAddress, type PublicClinic } from '@mi-portal/contract/clinic/public-clinic'
import { periodStart } from '@mi-portal/contract/clinic/results-from'
import type { PageSettings } from '../../platform/http/shell.ts'

const palettes = [
  ['action', 'lapis'],
  ['accent', 'arrebol'],
  ['neutral', 'piedra'],
] as const

/** Returns the settings of the pages. `installation` is the part of the configuration that is sent to the browser. */
export function describePages(clinic: PublicClinic, installation: object): PageSettings {
  const { branding } = clinic
  return {
    title: clinic.product,
    config: Object.assign({ clinic }, installation),
    // The web application renders its prerendered pages with a clinic that has these placeholders as its values.
    texts: {
      product: clinic.product,
      brand: clinic.brand,
      supportPhone: clinic.support.phone,
      emergencyPhone: clinic.emergency_phone,
      emergencyServiceInBrackets: clinic.emergency_service ? ` (${clinic.emergency_service})` : '',
      slogan: clinic.slogan,
      siteNames: joinNames(clinic.sites.map(({ name }) => name)),
      logo: branding.logo,
      logoOnDark: branding.logo_on_dark,
      patientPanel: branding.images.patient_panel,
      patientPanelPhone: branding.images.patient_panel_phone,
      home: branding.images.home,
      laboratoryFrom: periodStart(clinic.results_from.laboratory),
      imagingFrom: periodStart(clinic.results_from.imaging),
    },
    icon: branding.favicon,
    themeColour: branding.colours.action[9] ?? '',
    manifest: describeManifest(clinic),
    appIcon: appIconAddress(branding.favicon, 'maskable'),
    properties: listProperties(branding.colours),
  }
}

function describeManifest({ product, brand, slogan, branding }: PublicClinic): object {
  const describeIcon = (variant: '192' | '512' | 'maskable', sizes: string, purpose: string) => ({
    src: appIconAddress(branding.favicon, variant),
    sizes,
    type: 'image/png',
    purpose,
  })
  return {
    id: '/',
    name: product === brand ? product : `${product} ${brand}`,
    short_name: product,
    description: slogan,
    lang: 'es-CL',
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    background_color: '#FFFFFF',
    theme_color: branding.colours.action[9],
    icons: [
      describeIcon('192', '192x192', 'any'),
      describeIcon('512', '512x512', 'any'),
      describeIcon('maskable', '512x512', 'maskable'),
    ],
  }
}

function listProperties(colours: PublicClinic['branding']['colours']): Record<string, string> {
  return Object.fromEntries(
    palettes.flatMap(([name, palette]) =>
      colours[name].map((shade, index) => [`--${palette}-${index}`, shade] as const),
    ),
  )
}
