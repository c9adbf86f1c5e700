import { useState } from 'react'
import { Initials } from './initials.tsx'

interface ProfessionalPhotoProps {
  name: string
  /** The address of the photo; null or absent if there is none. */
  image: string | null | undefined
  size: number
}

/**
 * The photo of a professional, or the initials when there is no photo or it cannot be shown. It is beside the name
 * and has no text of its own.
 */
export function ProfessionalPhoto({ name, image, size }: ProfessionalPhotoProps) {
  const [failed, setFailed] = useState<string | null>(null)
  if (!image || image === failed) return <Initials name={withoutTitle(name)} size={size} />
  return (
    <img
      src={image}
      alt=""
      className="picture"
      width={size}
      height={size}
      loading="lazy"
      style={{ flex: 'none', borderRadius: '50%', objectFit: 'cover' }}
      onError={() => setFailed(image)}
    />
  )
}

/** Removes a title such as «Dra.», so that the initials are those of the name. */
function withoutTitle(name: string): string {
  return name.replace(/^(Dra?|Sra?|Klga?|Nut|Ps|Mat|Enf|Flgo|Flga|T\.M|TM|EU)\.?\s+/, '')
}
