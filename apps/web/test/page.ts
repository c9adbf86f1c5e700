/** Runs before the setup of every screen test: writes the data block of the demonstration clinic, as the server does. */
import { inject } from 'vitest'

const block = document.createElement('script')
block.type = 'application/json'
block.id = 'portal-config'
block.textContent = JSON.stringify({ clinic: inject('clinic') })
document.head.append(block)
