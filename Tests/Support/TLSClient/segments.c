// Separate, because the C library's header for TCP, which others include, has another structure.
#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "TLSClient.h"

int keiro_segments_received(int descriptor) {
  struct tcp_info info;
  socklen_t size = sizeof info;
  if (getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return -1;
  return (int)info.tcpi_data_segs_in;
}
