import { mainColour } from '@mi-portal/contract/clinic/parts/branding'
import { contrast } from '@mi-portal/contract/contrast'
import { fields, useField } from '../../../ui/form/fields.tsx'

/** A colour, or its ten shades, with samples and the contrast of the main shade on white. */
export function Shades({ path, label }: { path: string; label: string }) {
  const typed = String(useField({ name: path }).value ?? '')
  const shades = typed.split(/\s+/).filter((shade) => /^#[0-9a-f]{6}$/i.test(shade))
  const main = mainColour(shades.length === 10 ? shades : (shades[0] ?? ''))
  return (
    <div className="grid gap-2">
      <fields.Text
        name={path}
        label={label}
        description="Un color como #336699, o diez separados por espacios, del más claro al más oscuro."
        autoComplete="off"
      />
      {main !== '' && (
        <>
          <div
            className="w-full h-[28px] rounded-sm"
            style={{
              background: `linear-gradient(to right, ${[...shades, ...shades.slice(-1)].join(', ')})`,
            }}
            aria-hidden
          />
          <p className="type-meta text-muted">
            Contraste con blanco:{' '}
            {contrast(main, '#FFFFFF').toLocaleString('es-CL', { maximumFractionDigits: 1 })}
          </p>
        </>
      )}
    </div>
  )
}
