/** The video of a stream; that of a screen has the browser's controls, which enlarge it. The call engine plays its audio. */
export const StreamVideo = (props: {
  stream: MediaStream
  name: string
  class: string
  screen?: boolean | undefined
}) => (
  <video
    srcObject={props.stream}
    class={props.class}
    aria-label={props.name}
    controls={props.screen}
    muted
    autoplay
    playsInline
  />
)
