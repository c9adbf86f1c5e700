import { expandColour } from '@mi-portal/contract/clinic/shades'
import type { CSSProperties } from 'react'
import { portal } from '../../../lib/portal-config.ts'
import { Brand } from '../../../ui/brand.tsx'
import { Button } from '../../../ui/button.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { usePartChoices } from '../part-form/part-choices.tsx'

/** The names of the colours of a package, and those of the style sheets. */
const palettes = { action: 'lapis', accent: 'arrebol', neutral: 'piedra' } as const

/** Parts of a page with the logo and the colours as they are typed. */
export function BrandingPreview({ branding }: { branding: unknown }) {
  const { images } = usePartChoices()
  const colours = fieldOf(branding, 'colours')
  const logo = images.find(({ name }) => name === fieldOf(branding, 'logo'))?.address ?? ''
  const style: Record<string, string> = {}
  for (const [name, palette] of Object.entries(palettes))
    for (const [index, shade] of shadesOf(fieldOf(colours, name)).entries())
      style[`--mantine-color-${palette}-${index}`] = shade
  return (
    <section
      className="p-4 border border-dashed border-line-strong rounded-md"
      style={style as CSSProperties}
      aria-label="Vista previa"
    >
      <Brand name={portal.product} line={portal.brand} logo={logo} />
      <h2>Mis próximas horas</h2>
      <p>Así se ven los textos, los botones y los avisos con estos colores.</p>
      <div className="flex flex-wrap gap-3">
        <Button size="sm">RESERVAR HORA</Button>
        <Button size="sm" variant="outline">
          Ver exámenes
        </Button>
        <StatusBadge look="accent">Nuevo</StatusBadge>
        <StatusBadge look="neutral">Pendiente</StatusBadge>
      </div>
    </section>
  )
}

function fieldOf(content: unknown, name: string): unknown {
  return typeof content === 'object' && content !== null ? Reflect.get(content, name) : undefined
}

/** Returns the ten shades of a colour as it is typed; none while it is not a colour. */
function shadesOf(colour: unknown): readonly string[] {
  if (Array.isArray(colour)) return colour.map(String)
  return typeof colour === 'string' && /^#[0-9a-f]{6}$/i.test(colour) ? expandColour(colour) : []
}
