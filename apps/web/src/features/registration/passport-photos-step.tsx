import { describePromise } from '@mi-portal/contract/clinic/promise'
import { IconArrowLeft } from '@tabler/icons-react'
import { type SubmitEvent, useState } from 'react'
import { portal } from '../../lib/portal-config.ts'
import passportExample from '../../ui/art/passport-example.svg'
import selfieExample from '../../ui/art/selfie-with-passport-example.svg'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PhotoCard, photoHint } from '../../ui/photo-field.tsx'
import classes from './passport-photos-step.module.css'
import { type Photos, passportPhotos } from './registration.rules.ts'

const examples = {
  file_passport: {
    hint: 'La página con tu foto y tus datos, completa y legible.',
    example: passportExample,
    exampleText: 'Ejemplo: la página de datos de un pasaporte, completa y sin reflejos.',
  },
  file_passport_patient: {
    hint: 'Tu cara y tu pasaporte abierto, ambos sin cubrir.',
    example: selfieExample,
    exampleText: 'Ejemplo: una persona de frente que sostiene su pasaporte junto a la cara.',
  },
} as const

interface PassportPhotosStepProps {
  photos: Photos
  /** The server's errors about the photos. */
  fieldErrors: Partial<Record<keyof Photos, string>>
  onChange(photos: Photos): void
  onContinue(): void
  onBack(): void
}

/** The first step with a passport: a photo of the passport, and one of the person with it. */
export function PassportPhotosStep({
  photos,
  fieldErrors,
  onChange,
  onContinue,
  onBack,
}: PassportPhotosStepProps) {
  const [isSubmitted, setIsSubmitted] = useState(false)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const missing = passportPhotos.find(({ name }) => photos[name] === null)
    if (!missing) return onContinue()
    setIsSubmitted(true)
    document.getElementById(`campo-${missing.name}`)?.focus()
  }

  return (
    <form noValidate onSubmit={submit} className={classes.step}>
      <PageHeading
        title="Crea tu cuenta"
        lead="Para validar tu identidad necesitamos dos fotografías. Solo las verá el equipo que valida tu cuenta."
      />
      <div className={classes.cards}>
        {passportPhotos.map(({ name, label, missing }) => (
          <PhotoCard
            key={name}
            id={`campo-${name}`}
            label={label}
            {...examples[name]}
            hint={
              <>
                {examples[name].hint} {photoHint}
              </>
            }
            file={photos[name]}
            onChange={(file) => onChange({ ...photos, [name]: file })}
            error={fieldErrors[name] ?? (isSubmitted && photos[name] === null ? missing : undefined)}
          />
        ))}
      </div>
      <Notice kind="info">
        Te enviaremos el resultado de la validación por e-mail en un plazo de{' '}
        {describePromise(portal.clinic.promises.identity)}.
      </Notice>
      <div className={classes.buttons}>
        <Button
          variant="subtle"
          leftSection={<IconArrowLeft size={20} stroke={1.75} aria-hidden />}
          onClick={onBack}
        >
          Volver
        </Button>
        <Button type="submit" className={classes.send}>
          CONTINUAR
        </Button>
      </div>
    </form>
  )
}
