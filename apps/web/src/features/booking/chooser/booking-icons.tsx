/** The icons and colours that a booking group can have, by their names in the clinic package. */
import {
  IconBabyCarriage,
  IconBrain,
  IconClipboardHeart,
  IconDental,
  IconDropletHeart,
  IconEye,
  IconFlask,
  IconHeart,
  IconScan,
  IconStethoscope,
  IconVaccine,
  IconVideo,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'

type Icon = ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>

export const bookingIcons: Readonly<Record<string, Icon>> = {
  stethoscope: IconStethoscope,
  scan: IconScan,
  flask: IconFlask,
  video: IconVideo,
  vaccine: IconVaccine,
  'droplet-heart': IconDropletHeart,
  'clipboard-heart': IconClipboardHeart,
  heart: IconHeart,
  eye: IconEye,
  tooth: IconDental,
  baby: IconBabyCarriage,
  brain: IconBrain,
}

export type BookingLook = 'lapis' | 'glaciar' | 'copihue' | 'araucaria' | 'aromo' | 'arrebol'

export const bookingLooks: Readonly<Record<string, BookingLook>> = {
  blue: 'lapis',
  cyan: 'glaciar',
  orange: 'arrebol',
  green: 'araucaria',
  yellow: 'aromo',
  red: 'copihue',
}
