import { mainColour } from '@mi-portal/contract/clinic/parts/branding'
import { contrast } from '@mi-portal/contract/contrast'
import { useFormContext, useWatch } from 'react-hook-form'
import { TextField } from '../../../ui/text-field.tsx'
import type { FormValues } from './form-fields.rules.ts'
import classes from './part-form.module.css'

/** A colour, or its ten shades, with samples and the contrast of the main shade on white. */
export function Shades({ path, label, error }: { path: string; label: string; error?: string }) {
  const { register, control } = useFormContext<FormValues>()
  const typed = String(useWatch({ control, name: path }) ?? '')
  const shades = typed.split(/\s+/).filter((shade) => /^#[0-9a-f]{6}$/i.test(shade))
  const main = mainColour(shades.length === 10 ? shades : (shades[0] ?? ''))
  return (
    <div className={classes.shades}>
      <TextField
        label={label}
        description="Un color como #336699, o diez separados por espacios, del más claro al más oscuro."
        autoComplete="off"
        {...register(path)}
        error={error}
      />
      {main !== '' && (
        <>
          <div
            className={classes.samples}
            style={{
              background: `linear-gradient(to right, ${[...shades, ...shades.slice(-1)].join(', ')})`,
            }}
            aria-hidden
          />
          <p className={classes.contrast}>
            Contraste con blanco:{' '}
            {contrast(main, '#FFFFFF').toLocaleString('es-CL', { maximumFractionDigits: 1 })}
          </p>
        </>
      )}
    </div>
  )
}
