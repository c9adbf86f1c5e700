import { type DocumentTypeId, documentType } from '@mi-portal/contract/values/document-number'
import { IconArrowLeft } from '@tabler/icons-react'
import { type SubmitEvent, useEffect, useState } from 'react'
import { readGreyImage } from '../../lib/browser/grey-image.ts'
import cardBackExample from '../../ui/art/card-back-example.svg'
import cardFrontExample from '../../ui/art/card-front-example.svg'
import passportExample from '../../ui/art/passport-example.svg'
import selfieExample from '../../ui/art/selfie-example.svg'
import selfieWithPassportExample from '../../ui/art/selfie-with-passport-example.svg'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PhotoCard, photoHint } from '../../ui/photo-field.tsx'
import type { IdentityPhotos } from './account.rules.ts'
import classes from './identity-photos-step.module.css'
import { judgedSide, listPhotoAdvice } from './photo-quality.rules.ts'

interface IdentityPhoto {
  name: keyof IdentityPhotos
  label: string
  hint: string
  example: string
  exampleText: string
}

const identityPhotos: Readonly<Record<DocumentTypeId, { lead: string; photos: readonly IdentityPhoto[] }>> = {
  [documentType.run]: {
    lead: 'Necesitamos tres fotografías, que solo verá el equipo que valida tu cuenta.',
    photos: [
      {
        name: 'file_passport',
        label: 'Fotografía del frente de tu cédula',
        hint: 'El lado con tu foto, completo y legible, sin reflejos.',
        example: cardFrontExample,
        exampleText: 'Ejemplo: el frente de una cédula de identidad, completo y sin reflejos.',
      },
      {
        name: 'file_passport_patient',
        label: 'Fotografía del reverso de tu cédula',
        hint: 'El otro lado, completo y legible, sin reflejos.',
        example: cardBackExample,
        exampleText: 'Ejemplo: el reverso de una cédula de identidad, completo y sin reflejos.',
      },
      {
        name: 'file_selfie',
        label: 'Fotografía de tu cara',
        hint: 'De frente y sin gorro ni lentes oscuros.',
        example: selfieExample,
        exampleText: 'Ejemplo: una persona de frente, con la cara descubierta.',
      },
    ],
  },
  [documentType.passport]: {
    lead: 'Necesitamos dos fotografías, que solo verá el equipo que valida tu cuenta.',
    photos: [
      {
        name: 'file_passport',
        label: 'Fotografía de tu pasaporte',
        hint: 'La página con tu foto y tus datos, completa y legible.',
        example: passportExample,
        exampleText: 'Ejemplo: la página de datos de un pasaporte, completa y sin reflejos.',
      },
      {
        name: 'file_passport_patient',
        label: 'Fotografía de ti con tu pasaporte',
        hint: 'Tu cara y tu pasaporte abierto, ambos sin cubrir.',
        example: selfieWithPassportExample,
        exampleText: 'Ejemplo: una persona de frente que sostiene su pasaporte junto a la cara.',
      },
    ],
  },
}

interface IdentityPhotosStepProps {
  type: DocumentTypeId
  photos: IdentityPhotos
  /** The server's errors about the photos. */
  fieldErrors: Partial<Record<keyof IdentityPhotos, string | undefined>>
  onChange(name: keyof IdentityPhotos, file: File | null): void
  onContinue(): void
  onBack(): void
}

/**
 * The first step where staff validate the person: of a passport a photo of it and one of the person with it, of an identity card a
 * photo of each side and one of the person.
 */
export function IdentityPhotosStep(props: IdentityPhotosStepProps) {
  const { type, photos, fieldErrors, onChange, onContinue, onBack } = props
  const { lead, photos: asked } = identityPhotos[type]
  const [isSubmitted, setIsSubmitted] = useState(false)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const missing = asked.find(({ name }) => photos[name] === null)
    if (!missing) return onContinue()
    setIsSubmitted(true)
    document.getElementById(`campo-${missing.name}`)?.focus()
  }

  return (
    <form noValidate onSubmit={submit} className={classes.step}>
      <PageHeading title="Crea tu cuenta" lead={`${lead} ${photoHint}`} />
      <div className={asked.length === 3 ? `${classes.cards} ${classes.three}` : classes.cards}>
        {asked.map(({ name, label, ...example }) => (
          <PhotoCard
            key={name}
            id={`campo-${name}`}
            label={label}
            {...example}
            file={photos[name]}
            onChange={(file) => onChange(name, file)}
            error={
              fieldErrors[name] ?? (isSubmitted && photos[name] === null ? `Selecciona ${label}` : undefined)
            }
          >
            <PhotoAdvice file={photos[name]} />
          </PhotoCard>
        ))}
      </div>
      <div className="flex flex-wrap justify-between gap-3 max-desktop:flex-col-reverse">
        <Button
          variant="subtle"
          leftSection={<IconArrowLeft size={20} stroke={1.75} aria-hidden />}
          onClick={onBack}
        >
          Volver
        </Button>
        <Button type="submit" className="min-w-[260px]">
          CONTINUAR
        </Button>
      </div>
    </form>
  )
}

/** What could make a chosen photo useless for staff. The photo can be sent all the same. */
function PhotoAdvice({ file }: { file: File | null }) {
  const [advice, setAdvice] = useState<readonly string[]>([])
  useEffect(() => {
    setAdvice([])
    if (!file) return
    let isCurrent = true
    void readGreyImage(file, judgedSide).then((photo) => {
      if (photo && isCurrent) setAdvice(listPhotoAdvice(photo.size, photo.image))
    })
    return () => {
      isCurrent = false
    }
  }, [file])
  return (
    <div role="status" className={classes.advice}>
      {advice.length > 0 && (
        <Notice kind="warning" title="Quizás no podamos usar esta foto">
          {advice.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Notice>
      )}
    </div>
  )
}
