#pragma once
#include <errno.h>
#include <sys/epoll.h>
